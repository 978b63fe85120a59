import { texts } from '@carhouse/contract/texts';
import { validationTexts } from '@carhouse/contract/validation-texts';
import { signUpRoles } from '@carhouse/domain/account/account';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { accountMessages } from '#messages/accounts';
import { useClient } from '../../app/api.ts';
import { saveUserRecord, signUp } from '../../app/identity.ts';
import { refreshSession, useSession } from '../../app/session.ts';
import { toastError, toastSuccess, toastWithAction } from '../../app/toasts.tsx';
import { Failure } from '../../ui/callout.tsx';
import { ErrorText, Field } from '../../ui/field.tsx';
import { SubmitButton } from './auth-form.tsx';
import { describeFailure, listFieldFaults } from './failure-text.ts';
import { saveFirstPhoto } from './first-photo.ts';
import { NewPasswordField } from './new-password-field.tsx';
import type { SignupFields } from './signup-fields.ts';
import { SignupPhoto } from './signup-photo.tsx';
import { canContinueAs, makeContinueText } from './wanted-step.ts';

const { fields, signup: signupTexts } = accountMessages;

/**
 * An account that the first call of the sign-up has created and whose second call, which sets the role, is still
 * missing.
 */
type AccountWithoutRole = { email: string };

/**
 * The sign-up form. The form makes the two calls of the specification: the account, then the user record with its role.
 * When the second call fails, all fields keep their values, and submitting again makes only the second call.
 * @param props.origin the path that the visitor wanted to open before they signed up; `/` when there is none.
 */
export function SignupForm({ origin }: { origin: string }): ReactElement {
  const router = useRouter();
  const queryClient = useQueryClient();
  const client = useClient();
  // The signed-in user. After an earlier sign-up that stopped between the two calls, this user has no role.
  const sessionUser = useSession();
  const isResumed = sessionUser?.role === '';
  const [createdAccount, setCreatedAccount] = useState<AccountWithoutRole | undefined>(
    isResumed ? { email: sessionUser.email } : undefined,
  );
  const form = useForm<SignupFields>({
    defaultValues: {
      name: isResumed ? sessionUser.name : '',
      email: isResumed ? sessionUser.email : '',
      password: '',
      photoURL: isResumed ? sessionUser.photoURL : '',
      role: null,
    },
  });
  const [file, setFile] = useState<File>();
  const [name, photoURL] = useWatch({ control: form.control, name: ['name', 'photoURL'] });
  const { errors, isSubmitting } = form.formState;
  const rootFault = errors.root?.message;

  const submit = form.handleSubmit(async ({ password, ...typedFields }) => {
    const email = typedFields.email.trim();
    const userRecord = {
      name: typedFields.name.trim(),
      email,
      role: typedFields.role ?? '',
      photoURL: typedFields.photoURL.trim(),
    };
    try {
      if (createdAccount?.email !== email) {
        await signUp({ name: userRecord.name, email, password, image: userRecord.photoURL });
        setCreatedAccount({ email });
      }
      await saveUserRecord(client, userRecord);
      await refreshSession(queryClient, client);
    } catch (error) {
      showFaults(error);
      return;
    }
    if (file !== undefined) {
      try {
        await saveFirstPhoto(client, file);
        await refreshSession(queryClient, client);
      } catch (error) {
        toastError(signupTexts.uploadFailed(describeFailure(error)));
      }
    }
    await router.navigate({ to: '/' });
    toastSuccess(texts.toasts.registered);
    if (origin !== '/' && canContinueAs(origin, typedFields.role ?? ''))
      toastWithAction(<WantedPageLink origin={origin} />, 60_000);
    else if (userRecord.role === 'Seller') toastWithAction(<SellerNextStep />, 20_000);
  });

  const showFaults = (error: unknown): void => {
    // A message of the identity service about a field is shown unchanged in red at the field (section 8).
    const fieldErrors = listFieldFaults(error)
      .map(({ path, message }) => ({ path: path === 'image' ? 'photoURL' : path, message }))
      .filter(({ path }) => path in form.getValues());
    for (const { path, message } of fieldErrors) form.setError(path as keyof SignupFields, { message });
    const firstFieldError = fieldErrors[0];
    if (firstFieldError !== undefined) form.setFocus(firstFieldError.path as keyof SignupFields);
    else form.setError('root', { message: describeFailure(error) });
  };

  return (
    <form className="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <fieldset className={errors.role === undefined ? 'field' : 'field has-error'} aria-describedby="signup-role">
        <legend className="legend">{fields.role}</legend>
        <div className="segments">
          {signUpRoles.map((role) => (
            <label key={role}>
              <input type="radio" value={role} {...form.register('role', { required: signupTexts.chooseRole })} />
              {role}
            </label>
          ))}
        </div>
        {errors.role === undefined ? null : <ErrorText id="signup-role">{errors.role.message}</ErrorText>}
      </fieldset>
      <Field label={fields.name} autoComplete="name" error={errors.name?.message} {...form.register('name')} />
      <Field
        label={fields.email}
        type="email"
        autoComplete="email"
        readOnly={createdAccount !== undefined}
        error={errors.email?.message}
        {...form.register('email', { required: validationTexts.emailRequired })}
      />
      {isResumed ? null : <NewPasswordField form={form} label={fields.password} />}
      <SignupPhoto form={form} name={name} photoURL={photoURL} file={file} onFile={setFile} />
      <Failure of={createdAccount === undefined ? rootFault : rootFault && signupTexts.halfDone(rootFault)} />
      <SubmitButton isBusy={isSubmitting}>
        {isSubmitting
          ? texts.loading
          : createdAccount === undefined || isResumed
            ? signupTexts.button
            : signupTexts.again}
      </SubmitButton>
    </form>
  );
}

/**
 * A toast with a link to a seller's first steps, because sellers are on Home after the sign-up (specification, section
 * 4).
 */
function SellerNextStep(): ReactElement {
  return (
    <>
      {signupTexts.sellerNext}{' '}
      <Link to="/dashboard" className="link">
        {signupTexts.toFirstSteps}
      </Link>
    </>
  );
}

/**
 * A toast with a link to the page that the visitor wanted to open, because every sign-up ends on Home (specification,
 * section 8).
 */
function WantedPageLink({ origin }: { origin: string }): ReactElement {
  return (
    <>
      {signupTexts.ready}{' '}
      <a href={origin} className="link">
        {makeContinueText(origin)}
      </a>
    </>
  );
}
