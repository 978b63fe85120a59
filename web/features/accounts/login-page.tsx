import type { User } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { passwordMinimum } from '@carhouse/core/account/password-rules';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { CircleAlert, CircleUserRound, Lock } from 'lucide-react';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { dashboard } from '#texts/dashboard';
import { useClient } from '../../api.ts';
import { originPath } from '../../paths.ts';
import type { ToastFlag } from '../../require-role.ts';
import { IdentityError, refreshSession, signIn } from '../../session.ts';
import { toastError, toastSuccess } from '../../toasts.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { useArrivalToast } from '../layout/arrival-toast.tsx';
import { collections } from '../layout/collections.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { OpenidButtons } from './openid-buttons.tsx';
import { openidFault } from './openid-faults.ts';
import { OpenidLanding } from './openid-landing.tsx';
import { PasswordField } from './password-field.tsx';
import { SubmitButton } from './submit-button.tsx';

type Credentials = { email: string; password: string };

type Props = {
  /** The address that asked for the login. */
  readonly from: string | undefined;
  /** Why a sign-in by Google ended. */
  readonly fault: string | undefined;
  /** Somebody has just come back from Google, signed in. */
  readonly lands: boolean;
  /** Somebody signed in who lacks a right for where he wanted to go. */
  readonly user: User | null;
  readonly flag: ToastFlag | undefined;
};

/** Login (specification, sections 2, 5 and 8). */
export function LoginPage({ from, fault, lands, user, flag }: Props): ReactElement {
  const origin = originPath(from);
  useArrivalToast(flag);
  const refusal = openidFault(fault);
  return (
    <AuthFrame line="Every price, next to every other price.">
      <h1>Login</h1>
      <p>Browse the collections, book a viewing, pay for a booking.</p>
      {refusal === undefined ? null : (
        <Note icon={CircleAlert} kind="stop" role="alert" className="redirect">
          {refusal}
        </Note>
      )}
      {user === null || lands ? null : (
        <Note icon={CircleUserRound} className="redirect">
          {dashboard.signedInAs(user.name, user.role)} <Link to="/dashboard">{dashboard.toDashboard}</Link>
        </Note>
      )}
      {origin === '/' || user !== null ? null : (
        <Note icon={Lock} className="redirect">
          {pageName(origin)} is for signed-in visitors. You go straight there after this.
        </Note>
      )}
      {lands ? <OpenidLanding origin={origin} /> : <LoginForm origin={origin} />}
      <p className="auth__alt">
        <Link to="/forgot-password">Forgot your password?</Link>
      </p>
      <p className="auth__alt">
        New to Car House?{' '}
        <Link to="/signup" search={origin === '/' ? {} : { from: origin }}>
          Create an account
        </Link>
      </p>
    </AuthFrame>
  );
}

function LoginForm({ origin }: { origin: string }): ReactElement {
  const router = useRouter();
  const queryClient = useQueryClient();
  const client = useClient();
  const form = useForm<Credentials>({ defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email, password }) => {
    try {
      await signIn(email.trim(), password);
      await refreshSession(queryClient, client);
    } catch (error) {
      toastError(failureText(error));
      form.setFocus('password', { shouldSelect: true });
      return;
    }
    await router.navigate({ href: origin, replace: true });
    toastSuccess(texts.toasts.loginDone);
  });

  return (
    <form className="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email', { required: texts.validation.emailRequired })}
      />
      <PasswordField
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', {
          required: texts.validation.passwordRequired,
          minLength: { value: passwordMinimum, message: texts.validation.passwordMinimum },
        })}
      />
      <SubmitButton busy={isSubmitting}>{isSubmitting ? texts.loading : 'Login'}</SubmitButton>
      <OpenidButtons origin={origin} />
    </form>
  );
}

/** Wrong credentials get the specification's toast. A server that cannot answer is not the visitor's mistake. */
function failureText(error: unknown): string {
  if (error instanceof IdentityError && error.status >= 400 && error.status < 500 && error.status !== 429) {
    return texts.toasts.loginFailed;
  }
  return error instanceof Error ? error.message : texts.toasts.loginFailed;
}

function pageName(path: string): string {
  const collection = collections.find(({ to }) => path === to || path.startsWith(`${to}?`));
  return collection?.name ?? (path.startsWith('/dashboard') ? 'The dashboard' : 'That page');
}
