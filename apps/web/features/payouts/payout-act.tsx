import { checkPayoutAccount, type PayoutAccount, showPayoutAccount } from '@carhouse/contract/payout-accounts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { payoutMessages } from '#messages/payouts';
import { useClient } from '../../app/api.ts';
import { makeQueryKey } from '../../app/call-query.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { MailLink } from './mail-link.tsx';
import type { PayoutSituation } from './payout-steps.ts';
import styles from './payouts-page.module.css';
import { SetUpFactor } from './set-up-factor.tsx';
import { useProviderPage } from './use-provider-page.ts';

const { acts } = payoutMessages;

type Props = {
  readonly account: PayoutAccount;
  readonly situation: Exclude<PayoutSituation, 'active'>;
  /** The function is called with the recovery codes after a second factor was added. */
  readonly onFactorAdded: (codes: readonly string[]) => Promise<void>;
};

/** The button for the next step of a seller who cannot be paid yet. */
export function PayoutActButton({ account, situation, onFactorAdded }: Props): ReactElement | null {
  if (situation === 'closed') return null;
  if (situation === 'checking') return <RefreshAccountButton />;
  if (!account.hasSecondFactor) return <SetUpFactor onAdded={onFactorAdded} />;
  if (!account.confirmed) return <MailLink isPrimary />;
  if (situation === 'stopped' && account.requirements.length === 0) return <RefreshAccountButton />;
  return (
    <OpenFormButton label={situation === 'start' ? acts.start : situation === 'needed' ? acts.goOn : acts.answer} />
  );
}

function OpenFormButton({ label }: { label: string }): ReactElement {
  const form = useProviderPage('form');
  return (
    <>
      <Failure of={form.error} className={styles.failure} />
      <div className={styles.acts}>
        <Button kind="primary" isLarge isBusy={form.isPending} onClick={() => form.mutate()}>
          {label}
        </Button>
      </div>
    </>
  );
}

/** Reads the account from the payment company again. */
function RefreshAccountButton(): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const checkMutation = useMutation({
    mutationFn: () => client(checkPayoutAccount),
    onSuccess: (account) => queryClient.setQueryData(makeQueryKey(showPayoutAccount), account),
  });
  return (
    <>
      <Failure of={checkMutation.error} className={styles.failure} />
      <div className={styles.acts}>
        <Button isLarge isBusy={checkMutation.isPending} onClick={() => checkMutation.mutate()}>
          {acts.lookAgain}
        </Button>
      </div>
    </>
  );
}
