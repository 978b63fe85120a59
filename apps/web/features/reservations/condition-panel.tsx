import type { Reservation, ReservationCondition } from '@carhouse/contract/reservations';
import { Check, CircleCheck, CircleDashed, CircleX, Clock, Info, type LucideIcon, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { reservationMessages } from '#messages/reservations';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDeadline } from '../../ui/format-deadline.ts';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../dashboard/panel.tsx';
import styles from './reservation.module.css';
import { describeTimeLeft } from './reservation-times.ts';
import { ConditionStatementButton } from './state-condition.tsx';

const t = reservationMessages.condition;

/** Milliseconds before a deadline from which its icon is amber: three days. */
const deadlineWarningMs = 3 * 86_400_000;

type ConditionPanelProps = { readonly reservation: Reservation; readonly sellerName: string; readonly now: number };

/**
 * The conditions of a reservation: the state of each condition, its deadline, and the button with which the reader
 * states whether it is met.
 */
export function ReservationConditionsPanel({ reservation, sellerName, now }: ConditionPanelProps): ReactElement {
  const { conditions, deposit, as } = reservation;
  const isBuyer = as === 'buyer';
  const metCount = conditions.filter((condition) => findCurrentState(condition, now) === 'met').length;
  const hasOpenCondition = conditions.some((condition) => findCurrentState(condition, now) === 'open');
  return (
    <Panel
      title={isBuyer ? t.heading : t.headingBuyer}
      aside={conditions.length === 0 ? undefined : <p className="num">{t.count(metCount, conditions.length)}</p>}
    >
      {conditions.length === 0 ? (
        <p className="muted">{isBuyer ? t.none : t.noneOther}</p>
      ) : (
        <ul className={`${styles.conditions} num`}>
          {conditions.map((condition) => (
            <ConditionRow
              key={condition.kind}
              condition={condition}
              reservation={reservation}
              sellerName={sellerName}
              now={now}
            />
          ))}
        </ul>
      )}
      {isBuyer && hasOpenCondition ? (
        <Callout icon={Info} className={styles.note}>
          {t.note(formatMoney(deposit))}
        </Callout>
      ) : null}
    </Panel>
  );
}

type ConditionProps = ConditionPanelProps & { readonly condition: ReservationCondition };

function ConditionRow({ condition, reservation, sellerName, now }: ConditionProps): ReactElement {
  const conditionTexts = reservationMessages.conditions[condition.kind];
  const state = findCurrentState(condition, now);
  return (
    <li className={findConditionClass(condition, now)}>
      <Icon of={findConditionIcon(condition, now)} />
      <div>
        <b>{reservation.as === 'buyer' ? conditionTexts.name : conditionTexts.nameOther}</b>
        <span className={styles.detail}>{describeCondition(condition, reservation.as === 'buyer', now)}</span>
        {condition.note === null ? null : <span className={styles.detail}>{condition.note}</span>}
      </div>
      {state === 'met' ? (
        <Badge kind="ok" icon={Check}>
          {t.met}
        </Badge>
      ) : state === 'failed' ? (
        <Badge kind="stop" icon={X}>
          {t.failed}
        </Badge>
      ) : condition.statable ? (
        <ConditionStatementButton condition={condition} reservation={reservation} sellerName={sellerName} />
      ) : null}
    </li>
  );
}

/** The state of a condition. An open condition counts as met after its deadline. */
function findCurrentState(
  { state, deadline: deadlineTime }: ReservationCondition,
  now: number,
): ReservationCondition['state'] {
  return state === 'open' && deadlineTime !== null && Date.parse(deadlineTime) <= now ? 'met' : state;
}

function isLate({ deadline: deadlineTime }: ReservationCondition, now: number): boolean {
  return deadlineTime !== null && Date.parse(deadlineTime) - now < deadlineWarningMs;
}

function findConditionClass(condition: ReservationCondition, now: number): string | undefined {
  switch (findCurrentState(condition, now)) {
    case 'met':
      return styles.isMet;
    case 'failed':
      return styles.isFailed;
    case 'open':
      return isLate(condition, now) ? styles.isLate : undefined;
  }
}

function findConditionIcon(condition: ReservationCondition, now: number): LucideIcon {
  switch (findCurrentState(condition, now)) {
    case 'met':
      return CircleCheck;
    case 'failed':
      return CircleX;
    case 'open':
      return isLate(condition, now) ? Clock : CircleDashed;
  }
}

function describeCondition(condition: ReservationCondition, isBuyer: boolean, now: number): string {
  const { kind, deadline: deadlineTime, statedAt } = condition;
  if (statedAt !== null) return (isBuyer ? t.saidMet : t.saidMetOther)(formatDeadline(statedAt));
  if (deadlineTime === null) return t.fromPayment;
  if (findCurrentState(condition, now) === 'met') return t.countsAsMet(formatDeadline(deadlineTime));
  const describeWait = isBuyer ? reservationMessages.conditions[kind].wait : t.waitOther;
  return `${describeWait(formatDeadline(deadlineTime))}: ${describeTimeLeft(deadlineTime, now)}`;
}
