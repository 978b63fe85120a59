import { confirmEmail } from '@carhouse/contract/passwords';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { accountTexts } from '#texts/accounts';
import { useClient } from '../../api.ts';
import { refreshSession } from '../../session.ts';
import { Note } from '../../ui/note.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { failureText } from './failure-text.ts';
import { Failure } from './reset-password-page.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useLinkToken } from './use-link-token.ts';

const confirmTexts = accountTexts.confirm;

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
    <AuthFrame line={accountTexts.lines.buy}>
      <h1>{confirmTexts.title}</h1>
      <p>{confirmTexts.lead}</p>
      {confirming.isError ? <Failure>{failureText(confirming.error)}</Failure> : null}
      {token === '' ? <Failure>{accountTexts.needsLink}</Failure> : null}
      {confirming.isSuccess ? (
        <Note icon={CircleCheck} kind="ok" role="status" className="redirect">
          {confirmTexts.done}
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
          <SubmitButton busy={confirming.isPending}>{confirmTexts.button}</SubmitButton>
        </form>
      )}
      <p className="auth__alt">
        <Link to="/">{confirmTexts.onwards}</Link>
      </p>
    </AuthFrame>
  );
}
