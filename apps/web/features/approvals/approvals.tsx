import { accounts, accountTotals, buyers, sellers } from '@carhouse/contract/accounts';
import { type ApprovalAnswer, approvals, confirmApproval, rejectApproval } from '@carhouse/contract/approvals';
import type { Client } from '@carhouse/contract/client';
import { overview } from '@carhouse/contract/overview';
import { payments } from '@carhouse/contract/payments';
import { showReconciliation } from '@carhouse/contract/reconciliation';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Banknote, CircleAlert, UserPlus } from 'lucide-react';
import type { ReactElement } from 'react';
import { approvalMessages } from '#messages/approvals';
import { useClient } from '../../app/api.ts';
import { invalidate, query } from '../../app/call-query.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { date, money } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../dashboard/panel.tsx';
import './approvals.css';

/** What waits for a second admin. */
export function approvalsQuery(client: Client) {
  return query(client, approvals);
}

/** What waits for a second admin, of one kind where it is named; nothing where nothing waits. */
export function Approvals({ kind }: { kind?: ApprovalAnswer['kind'] }): ReactElement | null {
  const { data } = useQuery(approvalsQuery(useClient()));
  const waiting =
    data?.filter((approval) => (kind === undefined || approval.kind === kind) && approval.state === 'waiting') ?? [];
  if (waiting.length === 0) return null;
  return (
    <Panel title={approvalMessages.title} span="span-12" aside={<p className="muted">{approvalMessages.lead}</p>}>
      <ul className="rows approvals">
        {waiting.map((approval) => (
          <Waiting key={approval._id} approval={approval} />
        ))}
      </ul>
    </Panel>
  );
}

function Waiting({ approval }: { approval: ApprovalAnswer }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const decide = useMutation({
    mutationFn: (decision: 'confirm' | 'reject') =>
      client(decision === 'confirm' ? confirmApproval : rejectApproval, { params: { id: approval._id }, body: {} }),
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
      ),
  });
  const { kind, subject, amount, reason, requestedBy, expiresAt, own } = approval;
  const name =
    kind === 'refund' && amount !== null
      ? approvalMessages.refund(subject, money(amount))
      : approvalMessages.newAdmin(subject);
  return (
    <li>
      <Icon of={kind === 'refund' ? Banknote : UserPlus} />
      <div className="rows__main">
        <b>{name}</b>
        <span className="num">{approvalMessages.asked(own ? approvalMessages.you : requestedBy, date(expiresAt))}</span>
        {reason === '' ? null : <span>{reason}</span>}
        {decide.error === null ? null : (
          <Callout icon={CircleAlert} kind="stop" role="alert">
            {decide.error.message}
          </Callout>
        )}
      </div>
      <div className="rows__end approvals__actions">
        <Button
          disabled={decide.isPending}
          onClick={() => decide.mutate('reject')}
          aria-label={approvalMessages.rejectNamed(own, name)}
        >
          {own ? approvalMessages.withdraw : approvalMessages.reject}
        </Button>
        {own ? null : (
          <Button
            kind="primary"
            disabled={decide.isPending}
            onClick={() => decide.mutate('confirm')}
            aria-label={approvalMessages.confirmNamed(name)}
          >
            {approvalMessages.confirm}
          </Button>
        )}
      </div>
    </li>
  );
}
