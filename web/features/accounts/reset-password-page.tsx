import { resetPassword } from '@carhouse/contract/passwords';
import { texts } from '@carhouse/contract/texts';
import { brokenPasswordRule } from '@carhouse/core/account/password-rules';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useForm } from 'react-hook-form';
import { accountTexts } from '#texts/accounts';
import { useClient } from '../../api.ts';
import { refreshSession } from '../../session.ts';
import { toastSuccess } from '../../toasts.tsx';
import { Note } from '../../ui/note.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { failureText, fieldFaults } from './failure-text.ts';
import { PasswordField } from './password-field.tsx';
import { PasswordRuleList } from './password-rule-list.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useLinkToken } from './use-link-token.ts';

const resetTexts = accountTexts.reset;

/** Chooses a new password by the link of a mail. */
export function ResetPasswordPage(): ReactElement {
  const token = useLinkToken();
  return (
    <AuthFrame line={accountTexts.lines.sell}>
      <h1>{resetTexts.title}</h1>
      <p>{resetTexts.lead}</p>
      {token === '' ? <Failure>{accountTexts.needsLink}</Failure> : <ResetForm token={token ?? ''} />}
      <p className="auth__alt">
        <Link to="/forgot-password">{resetTexts.newLink}</Link>
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
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await client(resetPassword, { body: { token, password } });
      await refreshSession(queryClient, client);
    } catch (error) {
      const fault = fieldFaults(error).find(({ path }) => path === 'password');
      setFailure(fault === undefined ? failureText(error) : undefined);
      if (fault !== undefined) {
        form.setError('password', { message: fault.message });
        form.setFocus('password');
      }
      return;
    }
    await router.navigate({ to: '/login', replace: true });
    toastSuccess(resetTexts.done);
  });

  return (
    <form className="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      {failure === undefined ? null : <Failure>{failure}</Failure>}
      <div className="pw-rules">
        <PasswordField
          label={accountTexts.fields.newPassword}
          autoComplete="new-password"
          error={errors.password?.message}
          {...form.register('password', { validate: ruleMessage })}
        />
        <PasswordRuleList control={form.control} failed={errors.password !== undefined} />
      </div>
      <SubmitButton busy={isSubmitting}>{isSubmitting ? texts.loading : resetTexts.button}</SubmitButton>
    </form>
  );
}

/** The first broken rule in the specification's words, or true. */
export function ruleMessage(password: string): string | true {
  const rule = brokenPasswordRule(password);
  return rule === undefined ? true : texts.passwordRules[rule];
}

export function Failure({ children }: { children: string }): ReactElement {
  return (
    <Note icon={CircleAlert} kind="stop" role="alert" className="redirect">
      {children}
    </Note>
  );
}
