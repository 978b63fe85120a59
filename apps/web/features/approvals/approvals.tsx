import { accounts, accountTotals, buyers, sellers } from '@carhouse/contract/accounts';
import { adminQueues } from '@carhouse/contract/admin-queues';
import { type ApprovalAnswer, approvals, confirmApproval, rejectApproval } from '@carhouse/contract/approvals';
import type { Client } from '@carhouse/contract/client';
import { overview } from '@carhouse/contract/overview';
import { payments } from '@carhouse/contract/payments';
import { showReconciliation } from '@carhouse/contract/reconciliation';
import { listApprovalEvents } from '@carhouse/domain/approval/approval';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Banknote, UserPlus } from 'lucide-react';
import type { ReactElement } from 'react';
import { approvalMessages } from '#messages/approvals';
import { useClient } from '../../app/api.ts';
import { invalidate, query } from '../../app/call-query.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../dashboard/panel.tsx';
import styles from './approvals.module.css';

/** Queries the requests that wait for a second admin. */
export function approvalsQuery(client: Client) {
  return query(client, approvals);
}

/**
 * The list of requests that wait for a second admin, optionally of one kind. The list is not rendered when no request
 * waits.
 */
export function Approvals({ kind }: { kind?: ApprovalAnswer['kind'] }): ReactElement | null {
  const { data } = useQuery(approvalsQuery(useClient()));
  const waitingApprovals =
    data?.filter(
      (approval) =>
        (kind === undefined || approval.kind === kind) && listApprovalEvents(approval.state, approval.own).length > 0,
    ) ?? [];
  if (waitingApprovals.length === 0) return null;
  return (
    <Panel title={approvalMessages.title} columnSpan="span-12" aside={<p className="muted">{approvalMessages.lead}</p>}>
      <ul className={`rows ${styles.approvals}`}>
        {waitingApprovals.map((approval) => (
          <WaitingApproval key={approval._id} approval={approval} />
        ))}
      </ul>
    </Panel>
  );
}

function WaitingApproval({ approval }: { approval: ApprovalAnswer }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const decisionMutation = useMutation({
    mutationFn: (event: ReturnType<typeof listApprovalEvents>[number]) =>
      client(event === 'confirm' ? confirmApproval : rejectApproval, { params: { id: approval._id }, body: {} }),
    onSuccess: ({ state }) => toastSuccess(approvalMessages.done[state]),
    onSettled: () =>
      invalidate(
        queryClient,
        approvals,
        showReconciliation,
        payments,
        accounts,
        sellers,
        buyers,
        accountTotals,
        overview,
        adminQueues,
      ),
  });
  const { kind, subject, amount, reason, requestedBy, expiresAt, own: isOwn } = approval;
  const name =
    kind === 'refund' && amount !== null
      ? approvalMessages.refund(subject, formatMoney(amount))
      : approvalMessages.newAdmin(subject);
  return (
    <li>
      <Icon of={kind === 'refund' ? Banknote : UserPlus} />
      <div className="rows__main">
        <b>{name}</b>
        <span className="num">
          {approvalMessages.asked(isOwn ? approvalMessages.you : requestedBy, formatDate(expiresAt))}
        </span>
        {reason === '' ? null : <span>{reason}</span>}
        <Failure of={decisionMutation.error} />
      </div>
      <div className={`rows__end ${styles.approvalsActions}`}>
        {listApprovalEvents(approval.state, isOwn)
          .toReversed()
          .map((event) => (
            <Button
              key={event}
              kind={event === 'confirm' ? 'primary' : 'plain'}
              disabled={decisionMutation.isPending}
              onClick={() => decisionMutation.mutate(event)}
              aria-label={`${approvalMessages[event]}: ${name}`}
            >
              {approvalMessages[event]}
            </Button>
          ))}
      </div>
    </li>
  );
}
