import { texts } from '@carhouse/contract/texts';
import { validationTexts } from '@carhouse/contract/validation-texts';
import { type SignUpRole, signUpRoles } from '@carhouse/domain/account/account';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useForm } from 'react-hook-form';
import { accountMessages } from '#messages/accounts';
import { useClient } from '../../app/api.ts';
import { IdentityError, saveUserRecord, signUp } from '../../app/identity.ts';
import { refreshSession, useSession } from '../../app/session.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Failure } from '../../ui/callout.tsx';
import { Field } from '../../ui/field.tsx';
import { SubmitButton } from './auth-form.tsx';
import { failureText, fieldFaults } from './failure-text.ts';
import { NewPasswordField } from './new-password-field.tsx';

const { fields, signup: signupTexts } = accountMessages;

type Facts = { name: string; email: string; password: string; photoURL: string; role: SignUpRole };
/** The address whose account exists already, when only the second call of sign-up is still missing. */
type HalfDone = { email: string };

/**
 * Two calls, as the specification has it: the account, then the user record with its role. When the second call fails all
 * fields stay, and trying again makes no second account.
 */
export function SignupForm(): ReactElement {
  const router = useRouter();
  const queryClient = useQueryClient();
  const client = useClient();
  // An account without a role: an earlier sign-up stopped between the two calls.
  const started = useSession();
  const resumes = started?.role === '';
  const [halfDone, setHalfDone] = useState<HalfDone | undefined>(resumes ? { email: started.email } : undefined);
  const form = useForm<Facts>({
    defaultValues: {
      name: resumes ? started.name : '',
      email: resumes ? started.email : '',
      password: '',
      photoURL: resumes ? started.photoURL : '',
      role: 'Buyer',
    },
  });
  const { errors, isSubmitting } = form.formState;
  const rootFault = errors.root?.message;

  const submit = form.handleSubmit(async ({ password, ...typed }) => {
    const email = typed.email.trim();
    const record = { name: typed.name.trim(), email, role: typed.role, photoURL: typed.photoURL.trim() };
    try {
      if (halfDone?.email !== email) {
        await signUp({ name: record.name, email, password, image: record.photoURL });
        setHalfDone({ email });
      }
      await saveUserRecord(client, record);
      await refreshSession(queryClient, client);
    } catch (error) {
      showFaults(error);
      return;
    }
    await router.navigate({ to: '/' });
    toastSuccess(texts.toasts.registered);
  });

  const showFaults = (error: unknown): void => {
    // The identity service's message about the address is shown in red above the button, unchanged (section 8).
    const known = fieldFaults(error).filter(
      ({ path }) => path in form.getValues() && !(path === 'email' && error instanceof IdentityError),
    );
    for (const { path, message } of known) form.setError(path as keyof Facts, { message });
    const first = known[0];
    if (first !== undefined) form.setFocus(first.path as keyof Facts);
    else form.setError('root', { message: failureText(error) });
  };

  return (
    <form className="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <fieldset>
        <legend className="legend">{fields.role}</legend>
        <div className="segments">
          {signUpRoles.map((role) => (
            <label key={role}>
              <input type="radio" value={role} {...form.register('role')} />
              {role}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label={fields.name} autoComplete="name" error={errors.name?.message} {...form.register('name')} />
      <Field
        label={fields.email}
        type="email"
        autoComplete="email"
        readOnly={halfDone !== undefined}
        error={errors.email?.message}
        {...form.register('email')}
      />
      {resumes ? null : <NewPasswordField form={form} label={fields.password} />}
      <Field
        label={fields.photoUrl}
        type="url"
        placeholder={fields.photoUrlPlaceholder}
        autoComplete="photo"
        required
        error={errors.photoURL?.message}
        {...form.register('photoURL', { required: validationTexts.photoUrlRequired, validate: imageFault })}
      />
      <Failure of={halfDone === undefined ? rootFault : rootFault && signupTexts.halfDone(rootFault)} />
      <SubmitButton busy={isSubmitting}>
        {isSubmitting ? texts.loading : halfDone === undefined || resumes ? signupTexts.button : signupTexts.again}
      </SubmitButton>
    </form>
  );
}

/** The message of the first rule that is broken, in the order of the specification (section 5). */
function imageFault(url: string): string | true {
  return /^https?:\/\/\S+$/.test(url.trim()) ? true : accountMessages.imageFault;
}
