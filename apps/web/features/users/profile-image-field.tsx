import { uploadImage } from '@carhouse/contract/images';
import { type ReactElement, useId, useRef, useState } from 'react';
import { imageMessages } from '#messages/images';
import { profileMessages } from '#messages/profile';
import { useClient } from '../../app/api.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorText } from '../../ui/field.tsx';
import { findImageFileFault, fitImage } from '../../ui/fit-image.ts';
import { ConfirmAgain } from '../auth/confirm-again.tsx';
import { describeFailure } from '../auth/failure-text.ts';
import styles from './my-profile-page.module.css';

const dialogTexts = profileMessages.dialog;

/** The image of a user: its URL, and whether a chosen image is being uploaded (`isUploading`). */
export type ChosenImage = { readonly url: string; readonly isUploading: boolean };

type ImageFieldProps = {
  readonly name: string;
  readonly image: ChosenImage;
  readonly onChange: (image: ChosenImage) => void;
};

/** A field for a user's image. The image is uploaded as soon as it is chosen, and applied when the form is saved. */
export function ProfileImageField({ name, image, onChange }: ImageFieldProps): ReactElement {
  const client = useClient();
  const id = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<{ readonly text: string; readonly error?: unknown }>();
  const [announcement, setAnnouncement] = useState('');

  const upload = async (file: File): Promise<void> => {
    setFault(undefined);
    setAnnouncement('');
    const fileFault = findImageFileFault(file);
    if (fileFault !== undefined) {
      setFault({ text: imageMessages.faults[fileFault](file.name) });
      return;
    }
    onChange({ ...image, isUploading: true });
    setAnnouncement(dialogTexts.uploading);
    try {
      const fitResult = await fitImage(file);
      if (typeof fitResult === 'string') throw new Error(imageMessages.faults[fitResult](file.name));
      const { data } = await client(uploadImage, { body: { image: fitResult } });
      onChange({ url: data.url, isUploading: false });
      setAnnouncement(dialogTexts.uploaded);
    } catch (error) {
      onChange({ ...image, isUploading: false });
      setAnnouncement('');
      setFault({ text: describeFailure(error), error });
    }
  };

  return (
    <fieldset className={styles.imageField} aria-describedby={`${id}-hint`}>
      <legend className="legend">{dialogTexts.image}</legend>
      <div className={styles.imageFieldRow}>
        <Avatar name={name} image={image.url} size="lg" />
        <input
          ref={inputRef}
          className="visually-hidden"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          tabIndex={-1}
          aria-label={dialogTexts.image}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            // The input is emptied, so that the same file can be chosen again after a failure.
            event.currentTarget.value = '';
            if (file !== undefined) void upload(file);
          }}
        />
        <Button isBusy={image.isUploading} onClick={() => inputRef.current?.click()}>
          {image.url === '' ? dialogTexts.choose : dialogTexts.another}
        </Button>
        {image.url === '' || image.isUploading ? null : (
          <Button kind="quiet" onClick={() => onChange({ url: '', isUploading: false })}>
            {dialogTexts.remove}
          </Button>
        )}
      </div>
      <p className="hint" id={`${id}-hint`} role="status">
        {announcement === '' ? dialogTexts.imageHint : announcement}
      </p>
      {fault === undefined ? null : (
        <ErrorText role="alert">
          {fault.text}
          <ConfirmAgain refusal={fault.error} />
        </ErrorText>
      )}
    </fieldset>
  );
}
