import { askPayoutConfirmation } from '@carhouse/contract/payout-accounts';
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { payoutMessages } from '#messages/payouts';
import { useClient } from '../../app/api.ts';
import { useSignedInUser } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { Callout, Failure } from '../../ui/callout.tsx';
import styles from './payouts-page.module.css';

const { acts, mailed } = payoutMessages;

/** The button that mails the link by which a seller confirms that they want to be paid. */
export function MailLink({ primary = false }: { primary?: boolean }): ReactElement {
  const client = useClient();
  const { email } = useSignedInUser();
  const mail = useMutation({ mutationFn: () => client(askPayoutConfirmation) });
  return (
    <>
      <Failure of={mail.error} className={styles.failure} />
      {mail.isSuccess ? (
        <Callout icon={MailCheck} kind="ok" role="status" className={styles.failure}>
          {mailed(email)}
        </Callout>
      ) : null}
      <div className={styles.acts}>
        <Button
          kind={primary && !mail.isSuccess ? 'primary' : 'plain'}
          large={primary}
          block={!primary}
          busy={mail.isPending}
          onClick={() => mail.mutate()}
        >
          {mail.isSuccess ? acts.mailAgain : acts.mail}
        </Button>
      </div>
    </>
  );
}
