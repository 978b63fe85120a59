import { changePassword } from '@carhouse/contract/passwords';
import { texts } from '@carhouse/contract/texts';
import { validationTexts } from '@carhouse/contract/validation-texts';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useForm } from 'react-hook-form';
import { accountMessages } from '#messages/accounts';
import { useClient } from '../../app/api.ts';
import { signOutToLogin } from '../../app/identity.ts';
import { refreshSession, useLeavePage } from '../../app/session.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FormFailureCallout, SubmitButton } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import styles from './auth-page.module.css';
import { describeFailure, listFieldFaults } from './failure-text.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordField } from './password-field.tsx';

const passwordChangeTexts = accountMessages.change;

/**
 * The page on which signed-in users change their password. `isRequired` means that an admin has chosen the current
 * password, and no other page opens before the password is changed.
 */
export function ChangePasswordPage({ isRequired }: { isRequired: boolean }): ReactElement {
  const leavePage = useLeavePage();
  return (
    <AuthFrame imageText={accountMessages.lines.buy} isOutsideLayout>
      <h1>{passwordChangeTexts.title}</h1>
      <p>{passwordChangeTexts.lead}</p>
      {isRequired ? (
        <Callout icon={KeyRound} className={styles.redirect}>
          {passwordChangeTexts.required}
        </Callout>
      ) : null}
      <ChangeForm next={isRequired ? '/' : '/dashboard/myprofile'} />
      <p className={styles.authAlt}>
        {isRequired ? (
          <Button kind="quiet" onClick={() => void signOutToLogin(leavePage)}>
            {passwordChangeTexts.signOut}
          </Button>
        ) : (
          <Link to="/dashboard/myprofile">{passwordChangeTexts.back}</Link>
        )}
      </p>
    </AuthFrame>
  );
}

function ChangeForm({ next }: { next: '/' | '/dashboard/myprofile' }): ReactElement {
  const router = useRouter();
  const queryClient = useQueryClient();
  const client = useClient();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { oldPassword: '', password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ oldPassword, password }) => {
    try {
      await client(changePassword, { body: { oldPassword, newPassword: password } });
      await refreshSession(queryClient, client);
    } catch (error) {
      showFaults(error);
      return;
    }
    await router.navigate({ to: next });
    toastSuccess(passwordChangeTexts.done);
  });

  const showFaults = (error: unknown): void => {
    setFailure(undefined);
    for (const { path, message } of listFieldFaults(error)) {
      const name = path === 'oldPassword' ? 'oldPassword' : 'password';
      form.setError(name, { message });
      form.setFocus(name);
      return;
    }
    setFailure(describeFailure(error));
  };

  return (
    <form className="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      {failure === undefined ? null : <FormFailureCallout>{failure}</FormFailureCallout>}
      <PasswordField
        label={accountMessages.fields.presentPassword}
        autoComplete="current-password"
        error={errors.oldPassword?.message}
        {...form.register('oldPassword', { required: validationTexts.passwordRequired })}
      />
      <NewPasswordField form={form} />
      <SubmitButton isBusy={isSubmitting}>{isSubmitting ? texts.loading : passwordChangeTexts.button}</SubmitButton>
    </form>
  );
}
