import { importBytes } from '@carhouse/contract/imports';
import { FileUp } from 'lucide-react';
import { type ReactElement, useId, useState } from 'react';
import { imports } from '#messages/imports';
import { ErrorText } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Wheel } from '../../ui/wheel.tsx';
import { ConfirmAgain } from '../auth/confirm-again.tsx';
import { useUploadImport } from './use-import.ts';

/** Where a list is dropped or chosen; it goes up at once. */
export function ImportDrop(): ReactElement {
  const id = useId();
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const upload = useUploadImport();
  const fault = refusal ?? upload.error?.message;
  const take = (file: File | undefined): void => {
    if (file === undefined || upload.isPending) return;
    const refused = file.size === 0 ? imports.emptyFile : file.size > importBytes ? imports.tooLarge : undefined;
    setRefusal(refused);
    if (refused === undefined) upload.mutate(file);
  };
  return (
    <div className="field">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a courtesy, the file input inside is the control */}
      <div
        className={`drop imp__drop ${over ? 'is-over' : ''} ${fault === undefined ? '' : 'has-error'}`}
        aria-busy={upload.isPending}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        {upload.isPending ? <Wheel /> : <Icon of={FileUp} />}
        <p>
          {upload.isPending ? (
            <b>{imports.uploading}</b>
          ) : (
            <>
              <b>{imports.drop}</b>
              {imports.orChoose}
            </>
          )}
        </p>
        <p className="hint" id={`${id}-hint`}>
          {imports.hint}
        </p>
        <input
          type="file"
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.gz,.zip"
          aria-label={imports.choose}
          aria-describedby={fault === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
          aria-invalid={fault === undefined ? undefined : true}
          disabled={upload.isPending}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            // The same file may be chosen again after it was mended.
            event.currentTarget.value = '';
            take(file);
          }}
        />
      </div>
      {fault === undefined ? null : (
        <ErrorText id={`${id}-error`} role="alert">
          {fault}
          <ConfirmAgain after={upload.error} />
        </ErrorText>
      )}
      <p className="sr" role="status">
        {upload.isPending ? imports.uploading : ''}
      </p>
    </div>
  );
}
