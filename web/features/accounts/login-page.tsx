import type { User } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { passwordMinimum } from '@carhouse/core/account/password-rules';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { CircleAlert, CircleUserRound, Lock } from 'lucide-react';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { accountTexts } from '#texts/accounts';
import { dashboard } from '#texts/dashboard';
import { useClient } from '../../api.ts';
import { originPath } from '../../paths.ts';
import type { ToastFlag } from '../../require-role.ts';
import { refreshSession, signIn } from '../../session.ts';
import { toastError, toastSuccess } from '../../toasts.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { useArrivalToast } from '../layout/arrival-toast.tsx';
import { collections } from '../layout/collections.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { loginFailure } from './failure-text.ts';
import { OpenidButtons } from './openid-buttons.tsx';
import { openidFault } from './openid-faults.ts';
import { OpenidLanding } from './openid-landing.tsx';
import { PasswordField } from './password-field.tsx';
import { SubmitButton } from './submit-button.tsx';

const loginTexts = accountTexts.login;

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
    <AuthFrame line={accountTexts.lines.buy}>
      <h1>{loginTexts.title}</h1>
      <p>{loginTexts.lead}</p>
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
          {loginTexts.forSignedIn(pageName(origin))}
        </Note>
      )}
      {lands ? <OpenidLanding origin={origin} /> : <LoginForm origin={origin} />}
      <p className="auth__alt">
        <Link to="/forgot-password">{loginTexts.forgot}</Link>
      </p>
      <p className="auth__alt">
        {loginTexts.newHere}{' '}
        <Link to="/signup" search={origin === '/' ? {} : { from: origin }}>
          {loginTexts.signup}
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
      toastError(loginFailure(error));
      form.setFocus('password', { shouldSelect: true });
      return;
    }
    await router.navigate({ href: origin, replace: true });
    toastSuccess(texts.toasts.loginDone);
  });

  return (
    <form className="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={accountTexts.fields.email}
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
      <SubmitButton busy={isSubmitting}>{isSubmitting ? texts.loading : loginTexts.button}</SubmitButton>
      <OpenidButtons origin={origin} />
    </form>
  );
}

function pageName(path: string): string {
  const collection = collections.find(({ to }) => path === to || path.startsWith(`${to}?`));
  return collection?.name ?? (path.startsWith('/dashboard') ? loginTexts.theDashboard : loginTexts.thatPage);
}
