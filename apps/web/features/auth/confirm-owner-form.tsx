import { ApiError } from '@carhouse/contract/client';
import { confirmEmail } from '@carhouse/contract/passwords';
import { texts } from '@carhouse/contract/texts';
import { validationTexts } from '@carhouse/contract/validation-texts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useForm } from 'react-hook-form';
import { accountMessages } from '#messages/accounts';
import { useClient } from '../../app/api.ts';
import { refreshSession } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailureCallout, SubmitButton } from './auth-form.tsx';
import { describeFailure, listFieldFaults } from './failure-text.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordField } from './password-field.tsx';

const emailConfirmationTexts = accountMessages.confirm;

type ConfirmOwnerFormProps = {
  readonly token: string;
  readonly onConfirmed: () => void;
  readonly onBack: () => void;
};

/**
 * A form in which the reader proves that the account is theirs: by its password, or by a new password that ends all
 * other sessions.
 */
export function ConfirmOwnerForm({ token, onConfirmed, onBack }: ConfirmOwnerFormProps): ReactElement {
  const [isNewPassword, setNew] = useState(false);
  return (
    <>
      <p>{isNewPassword ? emailConfirmationTexts.newLead : emailConfirmationTexts.proveLead}</p>
      <ProofForm key={String(isNewPassword)} token={token} isNewPassword={isNewPassword} onConfirmed={onConfirmed} />
      <div className="form">
        <Button isLarge isBlock onClick={() => setNew(!isNewPassword)}>
          {isNewPassword ? emailConfirmationTexts.known : emailConfirmationTexts.unknown}
        </Button>
        <Button kind="quiet" isBlock onClick={onBack}>
          {emailConfirmationTexts.back}
        </Button>
      </div>
    </>
  );
}

type ProofFormProps = { readonly token: string; readonly isNewPassword: boolean; readonly onConfirmed: () => void };

function ProofForm({ token, isNewPassword, onConfirmed }: ProofFormProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await client(confirmEmail, { body: { token, ...(isNewPassword ? { newPassword: password } : { password }) } });
      await refreshSession(queryClient, client);
    } catch (error) {
      const message = findPasswordFault(error);
      setFailure(message === undefined ? describeFailure(error) : undefined);
      if (message !== undefined) {
        form.setError('password', { message });
        form.setFocus('password');
      }
      return;
    }
    onConfirmed();
  });

  return (
    <form className="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      {failure === undefined ? null : <FormFailureCallout>{failure}</FormFailureCallout>}
      {isNewPassword ? (
        <NewPasswordField form={form} />
      ) : (
        <PasswordField
          label={accountMessages.fields.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password', { required: validationTexts.passwordRequired })}
        />
      )}
      <SubmitButton isBusy={isSubmitting}>{emailConfirmationTexts.button}</SubmitButton>
    </form>
  );
}

/** Returns the server's error message about the password. */
function findPasswordFault(error: unknown): string | undefined {
  if (error instanceof ApiError && error.code === 'OLD_PASSWORD_WRONG') return texts.toasts.loginFailed;
  return listFieldFaults(error).find(({ path }) => path === 'password' || path === 'newPassword')?.message;
}
