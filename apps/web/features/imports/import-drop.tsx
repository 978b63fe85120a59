import { maxImportBytes } from '@carhouse/contract/imports';
import { FileUp } from 'lucide-react';
import { type ReactElement, useId, useState } from 'react';
import { importMessages } from '#messages/imports';
import { ErrorText } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ConfirmAgain } from '../auth/confirm-again.tsx';
import styles from './import-page.module.css';
import { useUploadImport } from './use-import.ts';

/** The area where a seller drops or chooses a file. The file is uploaded immediately. */
export function ImportDropZone(): ReactElement {
  const id = useId();
  const [isDraggedOver, setDraggedOver] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const uploadMutation = useUploadImport();
  const fault = refusal ?? uploadMutation.error?.message;
  const chooseFile = (file: File | undefined): void => {
    if (file === undefined || uploadMutation.isPending) return;
    const fileFault =
      file.size === 0 ? importMessages.emptyFile : file.size > maxImportBytes ? importMessages.tooLarge : undefined;
    setRefusal(fileFault);
    if (fileFault === undefined) uploadMutation.mutate(file);
  };
  return (
    <div className="field">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional, the file input inside is the control */}
      <div
        className={`drop ${styles.importDrop} ${isDraggedOver ? 'is-over' : ''} ${fault === undefined ? '' : 'has-error'}`}
        aria-busy={uploadMutation.isPending}
        onDragOver={(event) => {
          event.preventDefault();
          setDraggedOver(true);
        }}
        onDragLeave={() => setDraggedOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setDraggedOver(false);
          chooseFile(event.dataTransfer.files[0]);
        }}
      >
        {uploadMutation.isPending ? <Spinner /> : <Icon of={FileUp} />}
        <p>
          {uploadMutation.isPending ? (
            <b>{importMessages.uploading}</b>
          ) : (
            <>
              <b>{importMessages.drop}</b>
              {importMessages.orChoose}
            </>
          )}
        </p>
        <p className="hint" id={`${id}-hint`}>
          {importMessages.hint}
        </p>
        <input
          type="file"
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.gz,.zip"
          aria-label={importMessages.choose}
          aria-describedby={fault === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
          aria-invalid={fault === undefined ? undefined : true}
          disabled={uploadMutation.isPending}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            // The input is emptied, so that the user can choose the same file again after correcting it.
            event.currentTarget.value = '';
            chooseFile(file);
          }}
        />
      </div>
      {fault === undefined ? null : (
        <ErrorText id={`${id}-error`} role="alert">
          {fault}
          <ConfirmAgain refusal={uploadMutation.error} />
        </ErrorText>
      )}
      <p className="visually-hidden" role="status">
        {uploadMutation.isPending ? importMessages.uploading : ''}
      </p>
    </div>
  );
}
