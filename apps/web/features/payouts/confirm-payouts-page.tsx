import { confirmPayouts, showPayoutAccount } from '@carhouse/contract/payout-accounts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { payoutMessages } from '#messages/payouts';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { Callout, Failure } from '../../ui/callout.tsx';
import { useLinkToken } from '../auth/use-link-token.ts';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import styles from './payouts-page.module.css';

const t = payoutMessages.confirm;

/**
 * The page behind the mailed link with which a seller confirms that they want to be paid. The confirmation needs a
 * click, because programs that open every link of a mail would otherwise use up the link.
 */
export function ConfirmPayoutsPage(): ReactElement {
  const token = useLinkToken();
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const confirmMutation = useMutation({
    mutationFn: () => client(confirmPayouts, { body: { token: token ?? '' } }),
    onSuccess: async () => {
      await invalidate(queryClient, showPayoutAccount);
      await navigate({ to: '/dashboard/payouts', replace: true });
      toastSuccess(t.done);
    },
  });
  return (
    <DashboardPage title={t.title}>
      <section className={`panel ${styles.confirm}`} aria-label={t.title}>
        {token === '' ? (
          <Callout icon={CircleAlert} kind="stop" role="alert">
            {t.needsLink}
          </Callout>
        ) : (
          <>
            <p>{t.lead}</p>
            <p className="muted">{t.notYou}</p>
            <Failure of={confirmMutation.error} className={styles.failure} />
          </>
        )}
        <div className={styles.acts}>
          {token === '' ? null : (
            <Button
              kind="primary"
              isLarge
              disabled={token === undefined}
              isBusy={confirmMutation.isPending}
              onClick={() => confirmMutation.mutate()}
            >
              {t.button}
            </Button>
          )}
          <Link className={makeButtonClass({ kind: 'quiet', isLarge: true })} to="/dashboard/payouts">
            {t.toPage}
          </Link>
        </div>
      </section>
    </DashboardPage>
  );
}
