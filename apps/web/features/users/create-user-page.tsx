import { accounts, accountTotals, buyers, createAccount, sellers } from '@carhouse/contract/accounts';
import { approvals } from '@carhouse/contract/approvals';
import { ApiError } from '@carhouse/contract/client';
import { texts } from '@carhouse/contract/texts';
import { validationTexts } from '@carhouse/contract/validation-texts';
import { type Role, roles } from '@carhouse/domain/account/account';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { accountMessages } from '#messages/accounts';
import { approvalMessages } from '#messages/approvals';
import { userMessages } from '#messages/users';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Failure } from '../../ui/callout.tsx';
import { Field } from '../../ui/field.tsx';
import { SubmitButton } from '../auth/auth-form.tsx';
import { ConfirmAgain } from '../auth/confirm-again.tsx';
import { NewPasswordField } from '../auth/new-password-field.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import styles from './create-user-page.module.css';
import { ImageDrop } from './image-drop.tsx';
import { useProfileImage } from './use-profile-image.ts';

type Facts = { name: string; email: string; password: string; number: string; role: Role };

const emptyValues: Facts = { name: '', email: '', password: '', number: '', role: 'Seller' };
const text = userMessages.create;
/** The roles in the order of the specification (section 9): admin, Seller, Buyer. */
const offeredRoles = [...roles].reverse();

/**
 * The page Create an User (specification, sections 2, 5 and 8). The page uploads the image first and then creates the
 * account.
 */
export function CreateUserPage(): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const profileImage = useProfileImage();
  const imageInputRef = useRef<HTMLInputElement>(null);
  const form = useForm<Facts>({ defaultValues: emptyValues });
  const { errors, isSubmitting } = form.formState;
  const name = useWatch({ control: form.control, name: 'name' });

  const createUser = async ({ number, ...typed }: Facts): Promise<void> => {
    if (!profileImage.require()) {
      imageInputRef.current?.focus();
      return;
    }
    let isWaiting = false;
    try {
      const photoURL = await profileImage.upload();
      const account = { ...typed, name: typed.name.trim(), email: typed.email.trim(), photoURL };
      const createdAccount = await client(createAccount, {
        body: { ...account, ...(number.trim() === '' ? {} : { number: number.trim() }) },
      });
      isWaiting = createdAccount.status === 'waiting';
    } catch (error) {
      showFault(error);
      return;
    }
    toastSuccess(isWaiting ? approvalMessages.adminWaits : texts.toasts.userCreated);
    form.reset(emptyValues);
    profileImage.clear();
    form.setFocus('name');
    await invalidate(queryClient, accounts, sellers, buyers, accountTotals, approvals);
  };
  const showFault = (error: unknown): void => {
    const { field, message } = findFault(error);
    if (field === 'image') {
      profileImage.setError(message);
      imageInputRef.current?.focus();
    } else if (field === undefined)
      form.setError('root', { type: error instanceof ApiError ? error.code : 'failed', message });
    else {
      form.setError(field, { message });
      form.setFocus(field);
    }
  };
  // All error messages are shown together, including the message for a missing photo. The first invalid field gets the
  // focus.
  const submit = form.handleSubmit(createUser, () => void profileImage.require());

  return (
    <DashboardPage title={texts.drawer.createUser} lead={text.lead}>
      <form className={`form ${styles.createUser}`} method="post" noValidate onSubmit={(event) => void submit(event)}>
        <fieldset className={styles.createUserRole}>
          <legend className="legend">{text.role}</legend>
          <div className="segments">
            {offeredRoles.map((role) => (
              <label key={role}>
                <input type="radio" value={role} {...form.register('role')} />
                {role}
              </label>
            ))}
          </div>
        </fieldset>
        <div className="form__row">
          <Field
            label={text.name}
            autoComplete="off"
            maxLength={200}
            error={errors.name?.message}
            {...form.register('name', {
              validate: (value) => (value.trim() === '' ? validationTexts.userNameRequired : true),
            })}
          />
          <Field
            label={text.email}
            type="email"
            autoComplete="off"
            maxLength={254}
            error={errors.email?.message}
            {...form.register('email', {
              validate: (value) => (value.trim() === '' ? validationTexts.userEmailRequired : true),
            })}
          />
        </div>
        <div className="form__row">
          <NewPasswordField
            form={form}
            label={accountMessages.fields.password}
            hint={text.passwordHint}
            requiredText={validationTexts.userPasswordRequired}
          />
          <Field
            label={text.number}
            isOptional
            inputMode="tel"
            autoComplete="off"
            maxLength={30}
            error={errors.number?.message}
            {...form.register('number')}
          />
        </div>
        <ImageDrop
          name={name}
          file={profileImage.file}
          preview={profileImage.preview}
          error={profileImage.error}
          isUploading={isSubmitting}
          input={imageInputRef}
          onChoose={profileImage.choose}
        />
        <Failure
          of={errors.root?.message}
          textAfterError={
            <>
              {text.kept}
              <ConfirmAgain refusal={errors.root?.type} />
            </>
          }
        />
        <div className={styles.createUserSend}>
          <SubmitButton isBusy={isSubmitting}>{isSubmitting ? texts.loading : texts.people.createConfirm}</SubmitButton>
        </div>
      </form>
    </DashboardPage>
  );
}

type FaultyFieldName = 'name' | 'email' | 'password' | 'number' | 'image';

const fieldsByCode: Readonly<Record<string, FaultyFieldName>> = {
  EMAIL_TAKEN: 'email',
  PASSWORD_RULE: 'password',
  IMAGE_INVALID: 'image',
  IMAGE_NOT_YOURS: 'image',
  PAYLOAD_TOO_LARGE: 'image',
  UPLOAD_LIMIT: 'image',
  IMAGE_QUOTA: 'image',
};

const fieldsByPath: Readonly<Record<string, FaultyFieldName>> = {
  name: 'name',
  email: 'email',
  password: 'password',
  number: 'number',
  photoURL: 'image',
};

/** Returns the server's error message, and the field that it is about; no field when it is about the whole form. */
function findFault(error: unknown): { readonly field?: FaultyFieldName; readonly message: string } {
  if (!(error instanceof ApiError)) return { message: error instanceof Error ? error.message : String(error) };
  const [firstError] = error.problem?.errors ?? [];
  const field = fieldsByPath[firstError?.path.split('.').at(-1) ?? ''] ?? fieldsByCode[error.code];
  return field === undefined ? { message: error.message } : { field, message: firstError?.message ?? error.message };
}
