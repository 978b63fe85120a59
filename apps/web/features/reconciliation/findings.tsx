import type { DiscrepancyAnswer } from '@carhouse/contract/reconciliation';
import { discrepancyStates } from '@carhouse/domain/payment/discrepancy';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, Hourglass, RotateCcw, TriangleAlert, Wrench } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { desk } from '#messages/money-desk';
import { useClient } from '../../app/api.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { date, time } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Evidence } from './evidence.tsx';
import { eventOf } from './evidence-facts.ts';
import { findingsQuery, type MoneyChoice, readMoneyChoice } from './money-queries.ts';
import { RepairDialog } from './repair-dialog.tsx';
import { useReplayEvent } from './use-money-desk.ts';

const text = desk.findings;

type Props = {
  readonly choice: MoneyChoice;
  /** When it was last looked, in words. */
  readonly lastRun: string;
};

/** What does not agree, with the evidence and one repair each. */
export function Findings({ choice, lastRun }: Props): ReactElement {
  const list = useInfiniteQuery(findingsQuery(useClient(), choice));
  const [asked, setAsked] = useState<DiscrepancyAnswer>();
  const findings = list.data?.pages.flatMap((page) => page.answer.findings) ?? [];
  const state = choice.state ?? 'open';
  const none = state === 'open' ? desk.agree : text.none[state];
  return (
    <>
      <ListFrame
        label={text.title}
        tools={<FindingTools choice={choice} />}
        list={list}
        count={findings.length}
        shown={text.shown(findings.length)}
        failed={desk.failed}
        skeleton={<FindingsSkeleton />}
        empty={
          <EmptyState title={none}>
            {state === 'open' ? `${lastRun}. ` : ''}
            {text.noneHint[state]}
          </EmptyState>
        }
      >
        <ul className="findings">
          {findings.map((finding) => (
            <Finding key={finding.id} finding={finding} onRepair={() => setAsked(finding)} />
          ))}
        </ul>
      </ListFrame>
      {asked === undefined ? null : <RepairDialog finding={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function FindingTools({ choice }: { choice: MoneyChoice }): ReactElement {
  const navigate = useNavigate();
  return (
    <>
      <h2 className="tools__title">{text.title}</h2>
      <Segments
        label={text.show}
        options={discrepancyStates.map((value) => ({ value, label: desk.states[value] }))}
        value={choice.state ?? 'open'}
        onChoose={(state) =>
          void navigate({
            to: '/dashboard/money',
            search: readMoneyChoice({ ...choice, state }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    </>
  );
}

function Finding({ finding, onRepair }: { finding: DiscrepancyAnswer; onRepair: () => void }): ReactElement {
  const kind = desk.kinds[finding.kind];
  const open = finding.state === 'open';
  return (
    <li className="finding">
      <article aria-label={kind}>
        <div className="finding__head">
          <h3>{kind}</h3>
          <Badge kind={open ? 'wait' : 'ok'} icon={open ? TriangleAlert : CircleCheck}>
            {desk.states[finding.state]}
          </Badge>
          {finding.waiting === null ? null : (
            <Badge kind="wait" icon={Hourglass}>
              {desk.payments.waiting}
            </Badge>
          )}
        </div>
        <p className="small muted num">
          {text.seen(moment(finding.firstSeenAt), moment(finding.lastSeenAt))}
          {finding.closedAt === null ? '' : `, ${text.closed(moment(finding.closedAt))}`}
        </p>
        <Evidence evidence={finding.evidence} />
        {open ? (
          <div className="finding__end">
            <p className="small">
              {finding.waiting === null
                ? finding.repair
                : desk.payments.askedBy(finding.waiting.requestedBy, date(finding.waiting.expiresAt))}
            </p>
            <div className="finding__acts">
              <Replay eventId={eventOf(finding.evidence)} />
              {finding.waiting === null ? (
                <Button kind="primary" aria-label={text.repairOf(kind)} onClick={onRepair}>
                  <Icon of={Wrench} />
                  {text.repair}
                </Button>
              ) : null}
            </div>
          </div>
        ) : null}
      </article>
    </li>
  );
}

/** Does the event of a finding once more; nothing where it has none. */
function Replay({ eventId }: { eventId: string | undefined }): ReactElement | null {
  const replay = useReplayEvent();
  if (eventId === undefined) return null;
  return (
    <Button
      busy={replay.isPending}
      onClick={() =>
        replay.mutate(eventId, {
          onSuccess: ({ type, processedAt }) => void toastSuccess(desk.events.replayed(type, moment(processedAt))),
          onError: (error) => void toastError(error.message),
        })
      }
    >
      {replay.isPending ? null : <Icon of={RotateCcw} />}
      {text.replay}
    </Button>
  );
}

function moment(iso: string): string {
  return `${date(iso)} ${time(iso)}`;
}

const places = [1, 2];

function FindingsSkeleton(): ReactElement {
  return (
    <ul className="findings" aria-hidden="true">
      {places.map((place) => (
        <li key={place} className="finding finding--skeleton">
          <span className="sk" />
          <span className="sk" />
          <span className="sk" />
        </li>
      ))}
    </ul>
  );
}
