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

/** The button that requests the mail with the link with which a seller confirms that they want to be paid. */
export function MailLink({ isPrimary = false }: { isPrimary?: boolean }): ReactElement {
  const client = useClient();
  const { email } = useSignedInUser();
  const mailMutation = useMutation({ mutationFn: () => client(askPayoutConfirmation) });
  return (
    <>
      <Failure of={mailMutation.error} className={styles.failure} />
      {mailMutation.isSuccess ? (
        <Callout icon={MailCheck} kind="ok" role="status" className={styles.failure}>
          {mailed(email)}
        </Callout>
      ) : null}
      <div className={styles.acts}>
        <Button
          kind={isPrimary && !mailMutation.isSuccess ? 'primary' : 'plain'}
          isLarge={isPrimary}
          isBlock={!isPrimary}
          isBusy={mailMutation.isPending}
          onClick={() => mailMutation.mutate()}
        >
          {mailMutation.isSuccess ? acts.mailAgain : acts.mail}
        </Button>
      </div>
    </>
  );
}
