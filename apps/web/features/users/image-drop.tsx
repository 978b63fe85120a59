import { ImageUp } from 'lucide-react';
import { type DragEvent, type ReactElement, type Ref, useId, useState } from 'react';
import { userMessages } from '#messages/users';
import { Avatar } from '../../ui/avatar.tsx';
import { ErrorText } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './create-user-page.module.css';

type ImageDropProps = {
  /** The name of the user, whose initials are shown until there is an image. */
  readonly name: string;
  readonly file: File | undefined;
  /** The chosen image as a data URL. The content security policy forbids other URLs of a local file. */
  readonly preview: string;
  readonly error: string | undefined;
  readonly isUploading: boolean;
  readonly input: Ref<HTMLInputElement>;
  readonly onChoose: (file: File | undefined) => void;
};

const acceptAttribute = 'image/jpeg,image/png,image/webp,image/avif';
const text = userMessages.create;

/**
 * A field for one photo, which is chosen by click, drop or paste. The chosen image is shown in a circle beside the
 * field.
 */
export function ImageDrop({ name, file, preview, error, isUploading, input, onChoose }: ImageDropProps): ReactElement {
  const id = useId();
  const [isDraggedOver, setDraggedOver] = useState(false);
  const dropFile = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(false);
    if (!isUploading) onChoose(event.dataTransfer.files[0]);
  };
  const dropClass = `drop ${isDraggedOver ? 'is-over' : ''} ${error === undefined ? '' : 'has-error'}`;
  return (
    <div
      className="field"
      onPaste={(event) => {
        if (!isUploading && event.clipboardData.files.length > 0) onChoose(event.clipboardData.files[0]);
      }}
    >
      <span className="legend">{text.image}</span>
      <div className={styles.createUserImage}>
        {preview === '' ? <Avatar name={name} /> : <img className="avatar" alt="" src={preview} />}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional, the file input inside is the control */}
        <div
          className={dropClass}
          onDragOver={(event) => {
            event.preventDefault();
            setDraggedOver(true);
          }}
          onDragLeave={() => setDraggedOver(false)}
          onDrop={dropFile}
        >
          <Icon of={ImageUp} />
          <p>
            {file === undefined ? (
              <>
                <b>{text.drop}</b>
                {text.orChoose}
              </>
            ) : (
              <b className={styles.createUserFile}>{file.name}</b>
            )}
          </p>
          <p className="hint" id={`${id}-hint`}>
            {text.imageHint}
          </p>
          <input
            ref={input}
            type="file"
            accept={acceptAttribute}
            aria-label={text.choose}
            aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
            aria-invalid={error === undefined ? undefined : true}
            disabled={isUploading}
            onChange={(event) => {
              onChoose(event.currentTarget.files?.[0]);
              // The input is emptied, so that the same file can be chosen again.
              event.currentTarget.value = '';
            }}
          />
        </div>
      </div>
      {error === undefined ? null : <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </div>
  );
}
