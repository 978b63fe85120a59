import { askPasswordReset } from '@carhouse/contract/passwords';
import { texts } from '@carhouse/contract/texts';
import { Link } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useClient } from '../../api.ts';
import { toastError } from '../../toasts.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { failureText } from './failure-text.ts';
import { SubmitButton } from './submit-button.tsx';

/** Asks for the mail with a link for a new password. What it says is the same for every address. */
export function ForgotPasswordPage(): ReactElement {
  const client = useClient();
  const [askedFor, setAskedFor] = useState<string>();
  const form = useForm({ defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email }) => {
    try {
      await client(askPasswordReset, { body: { email: email.trim() } });
      setAskedFor(email.trim());
    } catch (error) {
      toastError(failureText(error));
    }
  });

  return (
    <AuthFrame line="Every price, next to every other price.">
      <h1>Forgot your password?</h1>
      <p>We send you a link to choose a new one.</p>
      {askedFor === undefined ? (
        <form className="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
          <Field
            label="Email"
            type="email"
            autoComplete="username"
            error={errors.email?.message}
            {...form.register('email', { required: texts.validation.emailRequired })}
          />
          <SubmitButton busy={isSubmitting}>{isSubmitting ? texts.loading : 'Send the link'}</SubmitButton>
        </form>
      ) : (
        <Note icon={MailCheck} kind="ok" role="status" className="redirect">
          If {askedFor} has an account here, a mail is on its way. Its link works for one hour.
        </Note>
      )}
      <p className="auth__alt">
        <Link to="/login">Back to login</Link>
      </p>
    </AuthFrame>
  );
}
