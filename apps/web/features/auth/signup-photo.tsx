import { validationTexts } from '@carhouse/contract/validation-texts';
import { makeDrawnPhotoUrl, readDrawnPhoto } from '@carhouse/domain/image/drawn-photo';
import { ImageUp, Sparkles } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { accountMessages } from '#messages/accounts';
import { imageMessages } from '#messages/images';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorText, Field } from '../../ui/field.tsx';
import { findImageFileFault } from '../../ui/fit-image.ts';
import { Icon } from '../../ui/icon.tsx';
import type { SignupFormMethods } from './signup-fields.ts';
import styles from './signup-photo.module.css';

const { fields, signup: t } = accountMessages;

type SignupPhotoProps = {
  readonly form: SignupFormMethods;
  readonly name: string;
  readonly photoURL: string;
  readonly file: File | undefined;
  readonly onFile: (file: File | undefined) => void;
};

/**
 * The field for the specification's photo URL, and two ways to fill it: a photo drawn from the name, or a file.
 * Visitors cannot upload a photo: the file stays in the browser until the account exists, and until then the field has
 * the URL of a drawn photo.
 */
export function SignupPhoto({ form, name, photoURL, file, onFile }: SignupPhotoProps): ReactElement {
  const inputRef = useRef<HTMLInputElement>(null);
  const [photoFault, setPhotoFault] = useState<string>();
  const drawPhoto = () => {
    form.setValue('photoURL', makeDrawnPhotoUrl(form.getValues('name')), { shouldValidate: true });
  };
  const choosePhoto = (chosenFile: File | undefined) => {
    if (chosenFile === undefined) return;
    const fileFault = findImageFileFault(chosenFile);
    setPhotoFault(fileFault === undefined ? undefined : imageMessages.faults[fileFault](chosenFile.name));
    if (fileFault !== undefined) return;
    onFile(chosenFile);
    drawPhoto();
  };
  return (
    <div className={styles.photo}>
      <Field
        label={fields.photoUrl}
        type="url"
        placeholder={fields.photoUrlPlaceholder}
        autoComplete="photo"
        required
        hint={file === undefined ? t.photoHint : t.uploadLater(file.name)}
        error={form.formState.errors.photoURL?.message}
        {...form.register('photoURL', {
          required: validationTexts.photoUrlRequired,
          validate: validateImageUrl,
          onChange: () => onFile(undefined),
        })}
      />
      <div className={styles.ways}>
        {photoURL === '' ? null : <Avatar name={name} image={photoURL.trim()} />}
        <Button
          onClick={() => {
            onFile(undefined);
            drawPhoto();
          }}
        >
          <Icon of={Sparkles} />
          {t.draw}
        </Button>
        <Button onClick={() => inputRef.current?.click()}>
          <Icon of={ImageUp} />
          {t.upload}
        </Button>
        <input
          ref={inputRef}
          className="visually-hidden"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif,.heic,.heif"
          tabIndex={-1}
          aria-label={t.upload}
          onChange={(event) => {
            choosePhoto(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {photoFault === undefined ? null : <ErrorText role="alert">{photoFault}</ErrorText>}
    </div>
  );
}

/** Validates the URL of a photo: the URL must use https, or be the URL of a drawn photo. */
function validateImageUrl(url: string): string | true {
  const text = url.trim();
  if (readDrawnPhoto(text) !== undefined || /^https:\/\/\S+$/.test(text)) return true;
  return /^http:\/\//i.test(text) ? accountMessages.insecureImage : accountMessages.imageFault;
}
