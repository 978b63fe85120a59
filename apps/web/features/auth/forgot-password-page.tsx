import { askPasswordReset } from '@carhouse/contract/passwords';
import { texts } from '@carhouse/contract/texts';
import { validationTexts } from '@carhouse/contract/validation-texts';
import { Link } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useForm } from 'react-hook-form';
import { accountMessages } from '#messages/accounts';
import { useClient } from '../../app/api.ts';
import { toastError } from '../../app/toasts.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Field } from '../../ui/field.tsx';
import { SubmitButton } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import styles from './auth-page.module.css';
import { describeFailure } from './failure-text.ts';

const forgotTexts = accountMessages.forgot;

/**
 * The page that requests the mail with a link for a new password. The message does not depend on whether the e-mail
 * address has an account.
 */
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
      toastError(describeFailure(error));
    }
  });

  return (
    <AuthFrame imageText={accountMessages.lines.buy}>
      <h1>{forgotTexts.title}</h1>
      <p>{forgotTexts.lead}</p>
      {askedFor === undefined ? (
        <form className="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
          <Field
            label={accountMessages.fields.email}
            type="email"
            autoComplete="username"
            error={errors.email?.message}
            {...form.register('email', { required: validationTexts.emailRequired })}
          />
          <SubmitButton isBusy={isSubmitting}>{isSubmitting ? texts.loading : forgotTexts.button}</SubmitButton>
        </form>
      ) : (
        <>
          <Callout icon={MailCheck} kind="ok" role="status" className={styles.redirect}>
            {forgotTexts.sent(askedFor)}
          </Callout>
          <p className={styles.authAlt}>
            <button className="link" type="button" onClick={() => setAskedFor(undefined)}>
              {forgotTexts.another}
            </button>
          </p>
        </>
      )}
      <p className={styles.authAlt}>
        <Link to="/login">{forgotTexts.back}</Link>
      </p>
    </AuthFrame>
  );
}
