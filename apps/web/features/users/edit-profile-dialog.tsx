import { me, type User, updateMe } from '@carhouse/contract/accounts';
import { ApiError } from '@carhouse/contract/client';
import { validationTexts } from '@carhouse/contract/validation-texts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useForm } from 'react-hook-form';
import { profileMessages } from '#messages/profile';
import { sharedMessages } from '#messages/shared';
import { useClient } from '../../app/api.ts';
import { isQueryKeyOfCall } from '../../app/call-query.ts';
import { sessionQuery } from '../../app/session.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { describeFailure } from '../auth/failure-text.ts';
import { ProfileImageField } from './profile-image-field.tsx';

const dialogTexts = profileMessages.dialog;

export type ProfileFieldName = 'name' | 'number';
type ProfileFieldValues = { readonly name: string; readonly number: string };

type EditProfileDialogProps = {
  readonly user: User;
  /** The field that gets the focus when the dialog opens. */
  readonly firstField: ProfileFieldName;
  readonly onClose: () => void;
};

/** A dialog for the name, telephone number and image of the user's own account. */
export function EditProfileDialog({ user, firstField, onClose }: EditProfileDialogProps): ReactElement {
  const router = useRouter();
  const queryClient = useQueryClient();
  const client = useClient();
  const [image, setImage] = useState({ url: user.photoURL, isUploading: false });
  const [failure, setFailure] = useState<string>();
  const form = useForm<ProfileFieldValues>({ defaultValues: { name: user.name, number: user.number ?? '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ name, number }) => {
    if (image.isUploading) return;
    setFailure(undefined);
    try {
      await client(updateMe, {
        body: {
          name: name.trim(),
          number: number.trim(),
          ...(image.url === user.photoURL ? {} : { photoURL: image.url }),
        },
      });
      await queryClient.fetchQuery({ ...sessionQuery(client), staleTime: 0 });
      await router.invalidate();
    } catch (error) {
      showFaults(error);
      return;
    }
    // Orders and lists contain the user's name, so all responses except that of the session are refreshed.
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !isQueryKeyOfCall(me, queryKey) });
    onClose();
    toastSuccess(profileMessages.saved);
  });

  const showFaults = (error: unknown): void => {
    const faults = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
    const fieldErrors = faults.filter(({ path }) => path === 'name' || path === 'number');
    for (const { path, message } of fieldErrors) form.setError(path as ProfileFieldName, { message });
    if (fieldErrors[0] === undefined) setFailure(describeFailure(error));
    else form.setFocus(fieldErrors[0].path as ProfileFieldName);
  };

  return (
    <Dialog title={dialogTexts.title} onClose={onClose} isBusy={isSubmitting}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <div className="dialog__body form">
          <div className="form__row">
            <Field
              label={dialogTexts.name}
              autoComplete="name"
              data-autofocus={firstField === 'name' ? true : undefined}
              error={errors.name?.message}
              {...form.register('name', {
                validate: (name) => name.trim() !== '' || validationTexts.userNameRequired,
              })}
            />
            <Field
              label={dialogTexts.phone}
              isOptional
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              data-autofocus={firstField === 'number' ? true : undefined}
              error={errors.number?.message}
              {...form.register('number')}
            />
          </div>
          <ProfileImageField name={user.name} image={image} onChange={setImage} />
        </div>
        <Failure of={failure} textAfterError={dialogTexts.nothingLost} className="dialog__note" />
        <DialogFoot isBusy={isSubmitting} onClose={onClose} cancelLabel={sharedMessages.cancel}>
          <Button kind="primary" type="submit" isBusy={isSubmitting} disabled={image.isUploading}>
            {isSubmitting ? dialogTexts.saving : dialogTexts.save}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
