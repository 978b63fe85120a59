import type { User } from '@carhouse/contract/accounts';
import { confirmSession, type SecondStep } from '@carhouse/contract/passwords';
import { ownSessions } from '@carhouse/contract/sessions';
import { validationTexts } from '@carhouse/contract/validation-texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { accountMessages } from '#messages/accounts';
import { secondFactorMessages } from '#messages/second-factor';
import { sharedMessages } from '#messages/shared';
import { useClient } from '../../app/api.ts';
import { signIn, startOpenidSignIn } from '../../app/identity.ts';
import type { ReauthenticationRequest } from '../../app/reauthentication.ts';
import { sessionQuery } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { Callout, Failure } from '../../ui/callout.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { signInProvidersQuery } from './account-queries.ts';
import { FactorProofForm } from './factor-proof-form.tsx';
import { describeLoginFailure } from './failure-text.ts';
import { PasswordField } from './password-field.tsx';
import styles from './reauthentication-dialog.module.css';
import { SignInStep } from './sign-in-step.tsx';

const { sessionEnded, notRecent, fields } = accountMessages;
/** Milliseconds between two checks of whether the sign-in in another tab is complete. */
const checkIntervalMs = 2000;

/**
 * The dialog that asks the user to sign in again, offers to repeat the action, or says that another user is signed in
 * now.
 */
export function ReauthenticationDialog({ question }: { question: ReauthenticationRequest }): ReactElement {
  const { person, reason, isRepeatConfirmed, closeWithAnswer } = question;
  const queryClient = useQueryClient();
  const client = useClient();
  const [user, setUser] = useState<User>();
  const [isBusy, setBusy] = useState(false);

  const compareSessionUser = async (): Promise<void> => {
    const currentUser = await queryClient.fetchQuery({ ...sessionQuery(client), staleTime: 0 });
    if (currentUser?._id === person._id && !isRepeatConfirmed) closeWithAnswer('back');
    else if (currentUser !== null) setUser(currentUser);
  };

  if (user !== undefined && user._id !== person._id) {
    // The page and its cached data belong to the user who was signed in before, so the page is loaded again.
    const leavePage = () => {
      closeWithAnswer('left');
      window.location.assign('/dashboard');
    };
    return (
      <Dialog title={sessionEnded.other.title} onClose={leavePage} isSmall isAlert>
        <p className="dialog__body">{sessionEnded.other.lead(user.name, person.name)}</p>
        <div className="dialog__foot">
          <Button kind="primary" ref={focusOnMount} onClick={leavePage}>
            {sessionEnded.other.go}
          </Button>
        </div>
      </Dialog>
    );
  }
  if (user !== undefined) {
    return (
      <Dialog title={sessionEnded.back.title} onClose={() => closeWithAnswer('left')} isSmall>
        <p className="dialog__body">{sessionEnded.back.lead}</p>
        <div className="dialog__foot">
          <Button onClick={() => closeWithAnswer('left')}>{sessionEnded.notNow}</Button>
          <Button kind="primary" ref={focusOnMount} onClick={() => closeWithAnswer('back')}>
            {sessionEnded.back.go}
          </Button>
        </div>
      </Dialog>
    );
  }
  if (reason === 'factor-unproved') {
    return (
      <Dialog title={secondFactorMessages.proof.title} onClose={() => closeWithAnswer('left')} isSmall isBusy={isBusy}>
        <FactorProofForm
          onDone={() => closeWithAnswer('back')}
          onCancel={() => closeWithAnswer('left')}
          onBusyChange={setBusy}
        />
      </Dialog>
    );
  }
  const { title, lead } = reason === 'not-recent' ? notRecent : sessionEnded;
  return (
    <Dialog title={title} onClose={() => closeWithAnswer('left')} isSmall isBusy={isBusy}>
      <SignInAgain question={question} lead={lead} compareSessionUser={compareSessionUser} onBusy={setBusy} />
    </Dialog>
  );
}

type SignInAgainProps = {
  readonly question: ReauthenticationRequest;
  readonly lead: string;
  readonly compareSessionUser: () => Promise<void>;
  readonly onBusy: (isBusy: boolean) => void;
};

function SignInAgain({ question, lead, compareSessionUser, onBusy }: SignInAgainProps): ReactElement {
  const client = useClient();
  const [failure, setFailure] = useState<string>();
  const [step, setStep] = useState<SecondStep>();
  const form = useForm({ defaultValues: { email: question.person.email, password: '' } });
  const { errors, isSubmitting } = form.formState;
  const hasSessionEnded = question.reason === 'session-ended';

  const submit = form.handleSubmit(async ({ email, password }) => {
    onBusy(true);
    setFailure(undefined);
    try {
      // After the end of the session the user must sign in. For a session that is only too old, the user confirms their
      // password.
      const nextStep = hasSessionEnded ? await signIn(email.trim(), password) : await confirmPassword(password);
      if (nextStep === undefined) await compareSessionUser();
      else setStep(nextStep);
    } catch (error) {
      setFailure(describeLoginFailure(error));
      form.setFocus('password', { shouldSelect: true });
    }
    onBusy(false);
  });

  const confirmPassword = async (password: string): Promise<SecondStep | undefined> => {
    const answer = await client(confirmSession, { body: { password } });
    return 'secondStep' in answer ? answer.secondStep : undefined;
  };

  if (step !== undefined) {
    return (
      <SignInStep
        step={step}
        onDone={compareSessionUser}
        onStartAgain={() => setStep(undefined)}
        onBusy={onBusy}
        renderFrame={(body, buttons) => (
          <>
            <div className={`dialog__body form ${styles.again}`}>{body}</div>
            <div className="dialog__foot">{buttons}</div>
          </>
        )}
      />
    );
  }
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <div className={`dialog__body form ${styles.again}`}>
        <p>{lead}</p>
        <Failure of={failure} />
        <Field
          label={fields.email}
          type="email"
          autoComplete="username"
          readOnly={!hasSessionEnded}
          error={errors.email?.message}
          {...form.register('email', { required: validationTexts.emailRequired })}
        />
        <PasswordField
          autoComplete="current-password"
          data-autofocus
          error={errors.password?.message}
          {...form.register('password', { required: validationTexts.passwordRequired })}
        />
        <OtherSignInMethods compareSessionUser={compareSessionUser} onFailure={setFailure} />
      </div>
      <DialogFoot
        isBusy={isSubmitting}
        onClose={() => question.closeWithAnswer('left')}
        cancelLabel={hasSessionEnded ? sessionEnded.notNow : sharedMessages.cancel}
      >
        <Button kind="primary" type="submit" isBusy={isSubmitting}>
          {hasSessionEnded ? accountMessages.login.button : notRecent.button}
        </Button>
      </DialogFoot>
    </form>
  );
}

type OtherMethodsProps = {
  readonly compareSessionUser: () => Promise<void>;
  readonly onFailure: (errorText: string) => void;
};

/**
 * Buttons for Google and other providers. A provider's sign-in page opens in another tab, so that this page stays
 * unchanged.
 */
function OtherSignInMethods({ compareSessionUser, onFailure }: OtherMethodsProps): ReactElement | null {
  const client = useClient();
  const providers = useQuery(signInProvidersQuery(client)).data?.providers ?? [];
  const [isWaiting, setWaiting] = useState(false);
  /** Returns the current session of this browser; undefined when it has ended. */
  const readCurrentSession = async (): Promise<string | undefined> => {
    const { sessions } = await client(ownSessions);
    return sessions.find(({ current }) => current)?._id;
  };
  const previousSessionIdRef = useRef<string>(undefined);
  const recheckSession = useEffectEvent(async () => {
    const session = await readCurrentSession().catch(() => undefined);
    if (session !== undefined && session !== previousSessionIdRef.current) await compareSessionUser();
  });
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void recheckSession(), checkIntervalMs);
    return () => clearInterval(timer);
  }, [isWaiting]);

  const openProvider = async (provider: string): Promise<void> => {
    // The tab is opened inside the click handler, because the browser would otherwise block the tab.
    const tab = window.open('about:blank', '_blank');
    try {
      previousSessionIdRef.current = await readCurrentSession().catch(() => undefined);
      setWaiting(true);
      const url = await startOpenidSignIn(provider, '/home');
      if (tab === null) window.location.assign(url);
      else tab.location.replace(url);
    } catch (error) {
      tab?.close();
      setWaiting(false);
      onFailure(describeLoginFailure(error));
    }
  };
  if (providers.length === 0) return null;
  return (
    <>
      {providers.map(({ id, name }) => (
        <Button key={id} isBlock onClick={() => void openProvider(id)}>
          {accountMessages.continueWith(name)}
        </Button>
      ))}
      {isWaiting ? (
        <Callout icon={Hourglass} role="status">
          {sessionEnded.waiting}
        </Callout>
      ) : (
        <p className="hint">{sessionEnded.inNewTab}</p>
      )}
    </>
  );
}

function focusOnMount(button: HTMLButtonElement | null): void {
  button?.focus();
}
