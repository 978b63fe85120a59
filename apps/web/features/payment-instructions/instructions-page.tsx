import { ownSecondFactors } from '@carhouse/contract/factors';
import { showPaymentInstructions } from '@carhouse/contract/payment-instructions';
import { ownSessions } from '@carhouse/contract/sessions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { payoutMessages } from '#messages/payouts';
import { secondFactorMessages } from '#messages/second-factor';
import { useClient } from '../../app/api.ts';
import { invalidate, query } from '../../app/call-query.ts';
import { useSignedInUser } from '../../app/session.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { makeButtonClass } from '../../ui/button.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { RecoveryCodesDialog } from '../auth/recovery-codes-dialog.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { Panel } from '../dashboard/panel.tsx';
import { payoutAccountQuery } from '../payouts/payout-queries.ts';
import { SetUpFactor } from '../payouts/set-up-factor.tsx';
import { InstructionsForm } from './instructions-form.tsx';
import styles from './payment-instructions.module.css';

const t = paymentInstructionMessages;

/** The page Get Paid where buyers pay sellers directly: how the seller wants to be paid. */
export function InstructionsPage(): ReactElement {
  const client = useClient();
  const ownInstructionsResult = useQuery(query(client, showPaymentInstructions));
  const { name } = useSignedInUser();
  return (
    <DashboardPage title={payoutMessages.title} lead={name}>
      <div className={styles.page}>
        <Panel title={t.form.title}>
          <p className={styles.lead}>{t.form.lead}</p>
          {ownInstructionsResult.data === undefined ? (
            <NotLoaded query={ownInstructionsResult} errorTitle={t.form.failed} />
          ) : ownInstructionsResult.data.hasSecondFactor ? (
            <InstructionsForm instructions={ownInstructionsResult.data.instructions} />
          ) : (
            <SecondFactorRequest />
          )}
        </Panel>
        <EarlierSalesLink />
      </div>
    </DashboardPage>
  );
}

/**
 * A link to the payout account, for a seller whose cars were paid here before the operator changed the business mode.
 */
function EarlierSalesLink(): ReactElement | null {
  const { data: account } = useQuery(payoutAccountQuery(useClient()));
  if (account?.hasSales !== true) return null;
  return (
    <Panel title={t.earlier.title}>
      <p className={styles.lead}>{t.earlier.lead}</p>
      <Link to="/dashboard/payouts" search={{ show: 'earlier' }} className={makeButtonClass({})}>
        {t.earlier.open}
      </Link>
    </Panel>
  );
}

/** Asks a seller without a second factor to add a second factor, and then shows the form. */
function SecondFactorRequest(): ReactElement {
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const onFactorAdded = async (newCodes: readonly string[]): Promise<void> => {
    setCodes(newCodes);
    toastSuccess(secondFactorMessages.panel.addedApp);
    await invalidate(queryClient, ownSecondFactors, ownSessions);
  };
  // The recovery codes of the new second factor are shown only once. The form of the payment instructions therefore
  // replaces this component only when the dialog with the recovery codes is closed.
  const closeCodesDialog = () => void invalidate(queryClient, showPaymentInstructions);
  return (
    <>
      <p>{t.form.safety}</p>
      <SetUpFactor onAdded={onFactorAdded} />
      {codes === undefined ? null : <RecoveryCodesDialog codes={codes} onClose={closeCodesDialog} />}
    </>
  );
}
