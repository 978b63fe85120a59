import { confirmEmail } from '@carhouse/contract/passwords';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { useClient } from '../../api.ts';
import { refreshSession } from '../../session.ts';
import { Note } from '../../ui/note.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { failureText } from './failure-text.ts';
import { Failure } from './reset-password-page.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useLinkToken } from './use-link-token.ts';

/** Confirms an address by the link of a mail. A button does it: programs that open every link of a mail would use it up. */
export function ConfirmEmailPage(): ReactElement {
  const token = useLinkToken();
  const client = useClient();
  const queryClient = useQueryClient();
  const confirming = useMutation({
    mutationFn: async () => {
      await client(confirmEmail, { body: { token: token ?? '' } });
      await refreshSession(queryClient, client);
    },
  });
  return (
    <AuthFrame line="Every price, next to every other price.">
      <h1>Confirm your email</h1>
      <p>This tells us that the address is yours.</p>
      {confirming.isError ? <Failure>{failureText(confirming.error)}</Failure> : null}
      {token === '' ? <Failure>This page needs the link of a mail.</Failure> : null}
      {confirming.isSuccess ? (
        <Note icon={CircleCheck} kind="ok" role="status" className="redirect">
          Thank you, your address is confirmed.
        </Note>
      ) : (
        <form
          className="form"
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            confirming.mutate();
          }}
        >
          <SubmitButton busy={confirming.isPending}>Confirm my address</SubmitButton>
        </form>
      )}
      <p className="auth__alt">
        <Link to="/">Go to the cars</Link>
      </p>
    </AuthFrame>
  );
}
