import { ApiError } from '@carhouse/contract/client';
import { confirmEmail, refuseAccount } from '@carhouse/contract/passwords';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { accountMessages } from '#messages/accounts';
import { useClient } from '../../app/api.ts';
import { refreshSession } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FormFailureCallout, SubmitButton } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import styles from './auth-page.module.css';
import { ConfirmOwnerForm } from './confirm-owner-form.tsx';
import { describeFailure } from './failure-text.ts';
import { useLinkToken } from './use-link-token.ts';

const emailConfirmationTexts = accountMessages.confirm;

type Step = 'question' | 'proof' | 'removal' | 'confirmed' | 'removed';

/**
 * The page that asks the reader of a confirmation mail whether they made the account with this e-mail address. The
 * confirmation needs a click, because programs that open every link of a mail would otherwise use up the link. A user
 * who is signed in to this account in this browser needs no further proof. Other readers must prove that the account is
 * theirs, because another person may have made the account.
 */
export function ConfirmEmailPage(): ReactElement {
  const token = useLinkToken();
  const [step, showStep] = useState<Step>('question');
  const headingRef = useRef<HTMLHeadingElement>(null);
  // The focused button disappears with its step, so the focus moves to the heading of the new step.
  const setStep = (nextStep: Step): void => {
    showStep(nextStep);
    headingRef.current?.focus();
  };
  return (
    <AuthFrame imageText={accountMessages.lines.buy}>
      <h1 ref={headingRef} tabIndex={-1}>
        {step === 'removal' ? emailConfirmationTexts.removeTitle : emailConfirmationTexts.title}
      </h1>
      {step !== 'question' ? null : token === '' ? (
        <FormFailureCallout>{accountMessages.needsLink}</FormFailureCallout>
      ) : (
        <Question token={token ?? ''} onStep={setStep} />
      )}
      {step === 'proof' ? (
        <ConfirmOwnerForm
          token={token ?? ''}
          onConfirmed={() => setStep('confirmed')}
          onBack={() => setStep('question')}
        />
      ) : null}
      {step === 'removal' ? <RemovalStep token={token ?? ''} onStep={setStep} /> : null}
      {step === 'confirmed' || step === 'removed' ? (
        <Callout icon={CircleCheck} kind="ok" role="status" className={styles.redirect}>
          {step === 'confirmed' ? emailConfirmationTexts.done : emailConfirmationTexts.removed}
        </Callout>
      ) : null}
      <p className={styles.authAlt}>
        <Link to="/">{emailConfirmationTexts.onwards}</Link>
      </p>
    </AuthFrame>
  );
}

type StepProps = { readonly token: string; readonly onStep: (step: Step) => void };

function Question({ token, onStep }: StepProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const confirmMutation = useMutation({
    mutationFn: async () => {
      await client(confirmEmail, { body: { token } });
      await refreshSession(queryClient, client);
    },
    onSuccess: () => onStep('confirmed'),
    onError: (error) => {
      if (isFactorUnproved(error)) onStep('proof');
    },
  });
  return (
    <>
      <p>{emailConfirmationTexts.lead}</p>
      {confirmMutation.isError && !isFactorUnproved(confirmMutation.error) ? (
        <FormFailureCallout>{describeFailure(confirmMutation.error)}</FormFailureCallout>
      ) : null}
      <form
        className="form"
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          confirmMutation.mutate();
        }}
      >
        <SubmitButton isBusy={confirmMutation.isPending}>{emailConfirmationTexts.yes}</SubmitButton>
        <Button isLarge isBlock disabled={confirmMutation.isPending} onClick={() => onStep('removal')}>
          {emailConfirmationTexts.no}
        </Button>
      </form>
    </>
  );
}

/**
 * The step that deletes an account that the reader did not make. The deletion needs a second click, because the first
 * click may have been a mistake.
 */
function RemovalStep({ token, onStep }: StepProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const removeMutation = useMutation({
    mutationFn: async () => {
      await client(refuseAccount, { body: { token } });
      await refreshSession(queryClient, client);
    },
    onSuccess: () => onStep('removed'),
  });
  return (
    <>
      <p>{emailConfirmationTexts.removeLead}</p>
      {removeMutation.isError ? <FormFailureCallout>{describeFailure(removeMutation.error)}</FormFailureCallout> : null}
      <div className="form">
        <Button kind="danger" isLarge isBlock isBusy={removeMutation.isPending} onClick={() => removeMutation.mutate()}>
          {emailConfirmationTexts.remove}
        </Button>
        <Button isLarge isBlock disabled={removeMutation.isPending} onClick={() => onStep('question')}>
          {emailConfirmationTexts.back}
        </Button>
      </div>
    </>
  );
}

function isFactorUnproved(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'OWNER_UNPROVED';
}
