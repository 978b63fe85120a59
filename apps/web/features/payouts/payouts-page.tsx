import { ownSecondFactors } from '@carhouse/contract/factors';
import { type PayoutAccount, showPayoutAccount } from '@carhouse/contract/payout-accounts';
import { ownSessions } from '@carhouse/contract/sessions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Clock } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { payoutMessages } from '#messages/payouts';
import { secondFactorMessages } from '#messages/second-factor';
import { sellerPaymentMessages } from '#messages/seller-payments';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { useSignedInUser } from '../../app/session.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Callout, Failure } from '../../ui/callout.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { FactLines } from '../../ui/fact-lines.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { RecoveryCodesDialog } from '../auth/recovery-codes-dialog.tsx';
import { FeedbackLink } from '../bookings/feedback-link.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { Panel, TwoColumns } from '../dashboard/panel.tsx';
import { ChangeAccount } from './change-account.tsx';
import { PaymentGroups } from './payment-groups.tsx';
import { ownPaymentTotalsQuery } from './payment-queries.ts';
import { PaymentTotals } from './payment-totals.tsx';
import { PayoutActButton } from './payout-act.tsx';
import { payoutAccountQuery } from './payout-queries.ts';
import { PayoutStepList } from './payout-step-list.tsx';
import { countMissingParts, findPayoutSituation, type PayoutSituation } from './payout-steps.ts';
import styles from './payouts-page.module.css';
import { StatementsPanel } from './statements-panel.tsx';
import { type ReturnReason, useReturnFromProvider } from './use-return.ts';

const t = payoutMessages;

/**
 * The page Get Paid: the bank account for the money of a seller's sales, and the details that are missing before the
 * seller can be paid.
 * @param props.back the reason why the browser returns from the page of the payment company
 */
export function PayoutsPage({ returnReason }: { returnReason: ReturnReason | undefined }): ReactElement {
  const account = useQuery(payoutAccountQuery(useClient()));
  const shownReturnReason = useReturnFromProvider(returnReason);
  const { name } = useSignedInUser();
  const bank = account.data?.state === 'active' ? account.data.bank : null;
  return (
    <DashboardPage title={t.title} lead={bank === null ? name : `${name}, ${t.paidTo(bank.last4)}`}>
      {shownReturnReason === 'expired' ? (
        <Callout icon={Clock} kind="wait" role="status" className={styles.notice}>
          {t.expired}
        </Callout>
      ) : null}
      {account.data === undefined ? (
        <NotLoaded query={account} errorTitle={t.failed} />
      ) : (
        <LoadedAccount account={account.data} />
      )}
    </DashboardPage>
  );
}

function LoadedAccount({ account }: { account: PayoutAccount }): ReactElement {
  const situation = findPayoutSituation(account);
  const totals = useQuery(ownPaymentTotalsQuery(useClient()));
  const isEmpty = totals.data !== undefined && totals.data.firstMonth === null;
  const totalsPanel = totals.data === undefined || isEmpty ? null : <PaymentTotals totals={totals.data} />;
  const groups = <PaymentGroups account={account} isEmpty={isEmpty && situation === 'active'} />;
  const statements = isEmpty ? null : <StatementsPanel firstMonth={totals.data?.firstMonth ?? null} />;
  return (
    <>
      {situation === 'active' ? null : <PayoutSetupPanel account={account} situation={situation} />}
      {situation === 'active' || totalsPanel === null ? totalsPanel : <div className={styles.below}>{totalsPanel}</div>}
      <Failure of={totals.isError && totals.data === undefined ? sellerPaymentMessages.totals.failed : null} />
      {situation !== 'active' && isEmpty ? null : (
        <TwoColumns
          wideStack={groups}
          narrowStack={
            <>
              {situation === 'active' ? <AccountPanel account={account} /> : null}
              {statements}
            </>
          }
        />
      )}
    </>
  );
}

type SetUpProps = { readonly account: PayoutAccount; readonly situation: Exclude<PayoutSituation, 'active'> };

/** The details that are missing before the seller can be paid, and the button for the next step. */
function PayoutSetupPanel({ account, situation }: SetUpProps): ReactElement {
  const { email } = useSignedInUser();
  const queryClient = useQueryClient();
  // The dialog with the recovery codes stays open while the panel shows the next step, because the codes are not shown
  // again.
  const [codes, setCodes] = useState<readonly string[]>();
  const onFactorAdded = async (newCodes: readonly string[]): Promise<void> => {
    setCodes(newCodes);
    toastSuccess(secondFactorMessages.panel.addedApp);
    await invalidate(queryClient, showPayoutAccount, ownSecondFactors, ownSessions);
  };
  return (
    <section className={`panel ${styles.missing}`} aria-label={t.where}>
      <div>
        <h2 className={styles.say}>{makeSituationTitle(account, situation)}</h2>
        <p className={styles.explain}>
          {explainSituation(account, situation, email)} {situation === 'closed' ? <FeedbackLink /> : null}
        </p>
        <PayoutActButton account={account} situation={situation} onFactorAdded={onFactorAdded} />
      </div>
      {situation === 'closed' ? null : <PayoutStepList account={account} />}
      {codes === undefined ? null : <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </section>
  );
}

function makeSituationTitle(account: PayoutAccount, situation: SetUpProps['situation']): string {
  if (situation === 'needed') return t.say.needed(countMissingParts(account));
  if (situation === 'stopped') return t.say.stopped(countMissingParts(account));
  return t.say[situation];
}

/** Before all other steps, the seller must protect the account against a stolen password. */
function explainSituation(account: PayoutAccount, situation: SetUpProps['situation'], email: string): string {
  const isOpen = situation !== 'closed' && situation !== 'checking';
  if (isOpen && !account.hasSecondFactor) return t.explain.safety;
  if (isOpen && !account.confirmed) return t.explain.mail(email);
  if (situation !== 'stopped') return t.explain[situation];
  return t.explain[account.requirements.length === 0 ? 'questioned' : 'stopped'](formatDate(account.stateSince ?? ''));
}

/** The bank account to which the seller is paid. */
function AccountPanel({ account }: { account: PayoutAccount }): ReactElement {
  const { bank } = account;
  return (
    <Panel
      title={t.account.title}
      aside={
        <Badge kind="ok" icon={Check}>
          {t.account.active}
        </Badge>
      }
    >
      {bank === null ? null : (
        <FactLines
          shouldWrapValues
          lines={[
            { name: t.account.number, value: t.account.ending(bank.last4) },
            ...(bank.name === '' ? [] : [{ name: t.account.bank, value: bank.name }]),
            { name: t.account.since, value: formatDate(bank.since) },
          ]}
        />
      )}
      <ChangeAccount account={account} />
    </Panel>
  );
}
