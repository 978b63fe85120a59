import { ApiError } from '@carhouse/contract/client';
import { askEmailConfirmation } from '@carhouse/contract/passwords';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { profileTexts } from '#texts/profile';
import { useClient } from '../../api.ts';
import { toastError, toastSuccess } from '../../toasts.tsx';
import { failureText } from './failure-text.ts';

/** Asks for the confirmation mail again, where a refusal says that the address is not confirmed; nothing after another one. */
export function ConfirmAgain({ after }: { after: unknown }): ReactElement | null {
  const client = useClient();
  const sending = useMutation({
    mutationFn: () => client(askEmailConfirmation),
    onSuccess: () => toastSuccess(profileTexts.email.sent),
    onError: (error) => toastError(failureText(error)),
  });
  const code = after instanceof ApiError ? after.code : after;
  if (code !== 'EMAIL_UNCONFIRMED') return null;
  return (
    <>
      {' '}
      <button className="link" type="button" disabled={sending.isPending} onClick={() => sending.mutate()}>
        {profileTexts.email.send}
      </button>
    </>
  );
}
