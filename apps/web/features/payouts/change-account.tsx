import type { PayoutAccount } from '@carhouse/contract/payout-accounts';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { payoutMessages } from '#messages/payouts';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { MailLink } from './mail-link.tsx';
import styles from './payouts-page.module.css';
import { useProviderPage } from './use-provider-page.ts';

const { account: texts, acts } = payoutMessages;

/** The button that opens the page of the payment company on which the bank account is changed. */
export function ChangeAccount({ account }: { account: PayoutAccount }): ReactElement {
  const page = useProviderPage('account');
  if (!account.hasSecondFactor) {
    return (
      <>
        <p className="muted">{texts.safety}</p>
        <div className={styles.acts}>
          <Link className={makeButtonClass({ isBlock: true })} to="/dashboard/myprofile">
            {acts.setUp}
          </Link>
        </div>
      </>
    );
  }
  if (!account.confirmed) {
    return (
      <>
        <p className="muted">{texts.mail}</p>
        <MailLink />
      </>
    );
  }
  return (
    <>
      <Failure of={page.error} className={styles.failure} />
      <div className={styles.acts}>
        <Button isBlock isBusy={page.isPending} onClick={() => page.mutate()}>
          {acts.change}
        </Button>
      </div>
    </>
  );
}
