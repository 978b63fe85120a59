import { createFirstAdmin } from '@carhouse/contract/first-admin';
import { texts } from '@carhouse/contract/texts';
import { validationTexts } from '@carhouse/contract/validation-texts';
import { useRouter } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useForm } from 'react-hook-form';
import { accountMessages } from '#messages/accounts';
import { useClient } from '../../app/api.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Field } from '../../ui/field.tsx';
import { FormFailureCallout, SubmitButton } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { describeFailure, listFieldFaults } from './failure-text.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { useLinkToken } from './use-link-token.ts';

const { fields, firstAdmin } = accountMessages;

type FirstAdminFields = { name: string; email: string; password: string };

/**
 * The page that creates the first admin of a new server, with the one-time link that the server printed at its start.
 */
export function FirstAdminPage(): ReactElement {
  const token = useLinkToken();
  return (
    <AuthFrame imageText={accountMessages.lines.sell}>
      <h1>{firstAdmin.title}</h1>
      <p>{firstAdmin.lead}</p>
      {token === '' ? (
        <FormFailureCallout>{firstAdmin.needsLink}</FormFailureCallout>
      ) : (
        <FirstAdminForm token={token ?? ''} />
      )}
    </AuthFrame>
  );
}

function FirstAdminForm({ token }: { token: string }): ReactElement {
  const router = useRouter();
  const client = useClient();
  const [failure, setFailure] = useState<string>();
  const form = useForm<FirstAdminFields>({ defaultValues: { name: '', email: '', password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ name, email, password }) => {
    try {
      await client(createFirstAdmin, { body: { token, name: name.trim(), email: email.trim(), password } });
    } catch (error) {
      showFaults(error);
      return;
    }
    await router.navigate({ to: '/login', replace: true });
    toastSuccess(firstAdmin.done);
  });

  const showFaults = (error: unknown): void => {
    const fieldErrors = listFieldFaults(error).filter(({ path }) => path in form.getValues());
    for (const { path, message } of fieldErrors) form.setError(path as keyof FirstAdminFields, { message });
    const [firstFieldError] = fieldErrors;
    setFailure(firstFieldError === undefined ? describeFailure(error) : undefined);
    if (firstFieldError !== undefined) form.setFocus(firstFieldError.path as keyof FirstAdminFields);
  };

  return (
    <form className="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      {failure === undefined ? null : <FormFailureCallout>{failure}</FormFailureCallout>}
      <Field
        label={fields.name}
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name', { validate: (name) => name.trim() !== '' || validationTexts.userNameRequired })}
      />
      <Field
        label={fields.email}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email', { validate: (email) => email.trim() !== '' || validationTexts.userEmailRequired })}
      />
      <NewPasswordField form={form} label={fields.password} />
      <SubmitButton isBusy={isSubmitting}>{isSubmitting ? texts.loading : firstAdmin.button}</SubmitButton>
    </form>
  );
}
