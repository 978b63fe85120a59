import { resetPassword } from '@carhouse/contract/passwords';
import { texts } from '@carhouse/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useForm } from 'react-hook-form';
import { accountMessages } from '#messages/accounts';
import { useClient } from '../../app/api.ts';
import { refreshSession } from '../../app/session.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { FormFailureCallout, SubmitButton } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import styles from './auth-page.module.css';
import { describeFailure, listFieldFaults } from './failure-text.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { useLinkToken } from './use-link-token.ts';

const passwordResetTexts = accountMessages.reset;

/** The page for choosing a new password with the link of a mail. */
export function ResetPasswordPage(): ReactElement {
  const token = useLinkToken();
  return (
    <AuthFrame imageText={accountMessages.lines.sell}>
      <h1>{passwordResetTexts.title}</h1>
      <p>{passwordResetTexts.lead}</p>
      {token === '' ? (
        <FormFailureCallout>{accountMessages.needsLink}</FormFailureCallout>
      ) : (
        <ResetForm token={token ?? ''} />
      )}
      <p className={styles.authAlt}>
        <Link to="/forgot-password">{passwordResetTexts.newLink}</Link>
      </p>
    </AuthFrame>
  );
}

function ResetForm({ token }: { token: string }): ReactElement {
  const router = useRouter();
  const queryClient = useQueryClient();
  const client = useClient();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { password: '' } });
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await client(resetPassword, { body: { token, password } });
      await refreshSession(queryClient, client);
    } catch (error) {
      const fault = listFieldFaults(error).find(({ path }) => path === 'password');
      setFailure(fault === undefined ? describeFailure(error) : undefined);
      if (fault !== undefined) {
        form.setError('password', { message: fault.message });
        form.setFocus('password');
      }
      return;
    }
    await router.navigate({ to: '/login', replace: true });
    toastSuccess(passwordResetTexts.done);
  });

  return (
    <form className="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      {failure === undefined ? null : <FormFailureCallout>{failure}</FormFailureCallout>}
      <NewPasswordField form={form} />
      <SubmitButton isBusy={isSubmitting}>{isSubmitting ? texts.loading : passwordResetTexts.button}</SubmitButton>
    </form>
  );
}
