import { ApiError } from '@carhouse/contract/client';
import { askEmailConfirmation } from '@carhouse/contract/passwords';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { profileMessages } from '#messages/profile';
import { useClient } from '../../app/api.ts';
import { toastError, toastErrorWithAction, toastSuccess } from '../../app/toasts.tsx';
import { describeFailure } from './failure-text.ts';

/** Shows an error in a toast, with the `ConfirmAgain` button when the e-mail address is not confirmed. */
export function toastRefusal(error: Error): void {
  if (!isEmailUnconfirmed(error)) {
    toastError(error.message);
    return;
  }
  toastErrorWithAction(
    <>
      {error.message}
      <ConfirmAgain refusal={error} />
    </>,
  );
}

/**
 * Whether an error says that the user's e-mail address is not confirmed.
 * @param refusal the caught error, or its code
 */
export function isEmailUnconfirmed(refusal: unknown): boolean {
  return (refusal instanceof ApiError ? refusal.code : refusal) === 'EMAIL_UNCONFIRMED';
}

/**
 * A button that requests the confirmation mail again. The button is rendered only when the error says that the e-mail
 * address is not confirmed.
 */
export function ConfirmAgain({ refusal }: { refusal: unknown }): ReactElement | null {
  const client = useClient();
  const mailMutation = useMutation({
    mutationFn: () => client(askEmailConfirmation),
    onSuccess: () => toastSuccess(profileMessages.email.sent),
    onError: (error) => toastError(describeFailure(error)),
  });
  if (!isEmailUnconfirmed(refusal)) return null;
  return (
    <>
      {' '}
      <button className="link" type="button" disabled={mailMutation.isPending} onClick={() => mailMutation.mutate()}>
        {profileMessages.email.send}
      </button>
    </>
  );
}
