import type { User } from '@carhouse/contract/accounts';
import type { SecondStep } from '@carhouse/contract/passwords';
import { texts } from '@carhouse/contract/texts';
import { validationTexts } from '@carhouse/contract/validation-texts';
import { passwordLengthMinimum } from '@carhouse/domain/account/password-rules';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { CircleAlert, CircleUserRound, KeyRound, Lock } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useForm } from 'react-hook-form';
import { accountMessages } from '#messages/accounts';
import { dashboardShellMessages } from '#messages/dashboard-shell';
import { secondFactorMessages } from '#messages/second-factor';
import { useClient } from '../../app/api.ts';
import type { RedirectReason } from '../../app/guards.ts';
import { useHydrated } from '../../app/hydration.ts';
import { saveGoogleBuyer, signIn } from '../../app/identity.ts';
import { findReturnPath } from '../../app/paths.ts';
import { refreshSession } from '../../app/session.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout, Failure } from '../../ui/callout.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useRedirectToast } from '../layout/arrival-toast.tsx';
import { signInProvidersQuery } from './account-queries.ts';
import { SubmitButton } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import styles from './auth-page.module.css';
import { describeFailure, describeLoginFailure } from './failure-text.ts';
import { describeOpenidFault, OpenidButtons } from './openid-buttons.tsx';
import { OpenidLanding } from './openid-landing.tsx';
import { loginWithPasskey } from './passkeys.ts';
import { PasswordField } from './password-field.tsx';
import { SignInStep } from './sign-in-step.tsx';
import { useReturnedStep } from './use-returned-step.ts';
import { explainLogin } from './wanted-step.ts';

const loginPageTexts = accountMessages.login;

type Credentials = { email: string; password: string };

type Props = {
  /** The path of the page that required the login. */
  readonly from: string | undefined;
  /** The code of the reason why a sign-in with a provider failed. */
  readonly fault: string | undefined;
  /** The sign-in provider from whose page the user has just returned. */
  readonly provider: string | undefined;
  /** Whether the user has just returned from Google and is signed in. */
  readonly isOpenidReturn: boolean;
  /** A signed-in user who lacks a right for the page that they requested. */
  readonly user: User | null;
  readonly redirectReason: RedirectReason | undefined;
};

/** The login page (specification, sections 2, 5 and 8). */
export function LoginPage({ from, fault, provider, isOpenidReturn, user, redirectReason }: Props): ReactElement {
  const origin = findReturnPath(from);
  useRedirectToast(redirectReason);
  const refusal = describeOpenidFault(fault);
  return (
    <AuthFrame imageText={accountMessages.lines.buy}>
      <h1>{loginPageTexts.title}</h1>
      <p>{loginPageTexts.lead}</p>
      <Failure of={refusal} className={styles.redirect} />
      {user === null || isOpenidReturn ? null : (
        <Callout icon={CircleUserRound} className={styles.redirect}>
          {dashboardShellMessages.signedInAs(user.name, user.role)}{' '}
          <Link to="/dashboard">{dashboardShellMessages.toDashboard}</Link>
        </Callout>
      )}
      {origin === '/' || user !== null ? null : (
        <Callout icon={Lock} className={styles.redirect}>
          {explainLogin(origin)}
        </Callout>
      )}
      {isOpenidReturn ? <OpenidLanding origin={origin} /> : <LoginSteps origin={origin} provider={provider} />}
      <p className={styles.authAlt}>
        <Link to="/forgot-password">{loginPageTexts.forgot}</Link>
      </p>
      <p className={styles.authAlt}>
        {loginPageTexts.newHere}{' '}
        <Link to="/signup" search={origin === '/' ? {} : { from: origin }}>
          {loginPageTexts.signup}
        </Link>
      </p>
    </AuthFrame>
  );
}

/** The password form, and the second step if the account has one. */
function LoginSteps({ origin, provider }: { origin: string; provider: string | undefined }): ReactElement {
  const router = useRouter();
  const queryClient = useQueryClient();
  const client = useClient();
  const returnedStep = useReturnedStep();
  const [begunStep, setBegunStep] = useState<SecondStep>();
  const [hasStartedAgain, setStartedAgain] = useState(false);
  const step = begunStep ?? (hasStartedAgain ? undefined : returnedStep);

  const continueAfterLogin = async (): Promise<void> => {
    // After the second step of a sign-in with a provider, the user record is saved as after a sign-in without a second
    // step.
    if (begunStep === undefined && step !== undefined && provider !== undefined) await saveGoogleBuyer(client);
    await refreshSession(queryClient, client);
    await router.navigate({ href: origin, replace: true });
    toastSuccess(texts.toasts.loginDone);
  };
  const startAgain = () => {
    setBegunStep(undefined);
    setStartedAgain(true);
  };
  if (step !== undefined) return <SignInStep step={step} onDone={continueAfterLogin} onStartAgain={startAgain} />;
  return <LoginForm origin={origin} onDone={continueAfterLogin} onStep={setBegunStep} />;
}

type LoginFormProps = {
  readonly origin: string;
  readonly onDone: () => Promise<void>;
  readonly onStep: (step: SecondStep) => void;
};

function LoginForm({ origin, onDone, onStep }: LoginFormProps): ReactElement {
  const form = useForm<Credentials>({ defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email, password }) => {
    try {
      const step = await signIn(email.trim(), password);
      if (step === undefined) await onDone();
      else onStep(step);
    } catch (error) {
      const message = describeLoginFailure(error);
      toastError(message);
      // The toast disappears after a few seconds; the message in the form remains.
      form.setError('root', { message });
      form.setFocus('password', { shouldSelect: true });
    }
  });

  return (
    <form className="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={accountMessages.fields.email}
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email', { required: validationTexts.emailRequired })}
      />
      <PasswordField
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', {
          required: validationTexts.passwordRequired,
          minLength: { value: passwordLengthMinimum, message: validationTexts.passwordMinimum },
        })}
      />
      <LoginRefusal message={errors.root?.message} />
      <SubmitButton isBusy={isSubmitting}>{isSubmitting ? texts.loading : loginPageTexts.button}</SubmitButton>
      <OpenidButtons origin={origin} />
      <PasskeyLogin onDone={onDone} />
    </form>
  );
}

/**
 * The reason why the last login failed. A screen reader has already announced the toast, so this text has no ARIA role.
 */
function LoginRefusal({ message }: { message: string | undefined }): ReactElement | null {
  if (message === undefined) return null;
  return (
    <Callout icon={CircleAlert} kind="stop">
      <b>{message}</b> {message === texts.toasts.loginFailed ? loginPageTexts.failedHint : ''}
    </Callout>
  );
}

/** The button to sign in with only a passkey: the device verifies its owner. */
function PasskeyLogin({ onDone }: { onDone: () => Promise<void> }): ReactElement | null {
  const { data } = useSuspenseQuery(signInProvidersQuery(useClient()));
  const isHydrated = useHydrated();
  const [isBusy, setBusy] = useState(false);
  if (!data.passkeys) return null;
  const startPasskeyLogin = async (): Promise<void> => {
    setBusy(true);
    try {
      await loginWithPasskey();
      await onDone();
    } catch (error) {
      toastError(describeFailure(error));
    }
    setBusy(false);
  };
  return (
    <Button
      isLarge
      isBlock
      className="btn--waking"
      disabled={!isHydrated}
      isBusy={isBusy}
      onClick={() => void startPasskeyLogin()}
    >
      <Icon of={KeyRound} />
      {secondFactorMessages.login.passkey}
    </Button>
  );
}
