import type { OrderPage } from '@carhouse/contract/orders';
import { type OrderState, orderStates } from '@carhouse/domain/booking/order-lifecycle';
import { orderPageMessages } from '#messages/order-page';
import { dateTime } from '../../ui/format-date.ts';

const ruledSteps = ['booked', 'viewed', 'paid', 'transferred', 'handed-over'] as const;
type RuledStep = (typeof ruledSteps)[number];

type StepOnRuler = {
  readonly step: RuledStep;
  /** `skipped`: a later step was taken without it. `stop`: the order ended before it. */
  readonly state: 'done' | 'now' | 'todo' | 'skipped' | 'stop';
  /** When it was done, or what is known of its date. */
  readonly when: string;
  /** Whole days until the next finished step; 0 where there is none. */
  readonly days: number;
};

/** More days between two steps are drawn as this many ticks. */
const mostDays = 10;
const dayMs = 86_400_000;

/** When each finished step was done (ISO text). */
function timesOf(order: OrderPage): Partial<Record<RuledStep, string>> {
  const marked = Object.fromEntries(order.steps.map(({ step, at }) => [step, at]));
  return { booked: order.bookedAt, ...(order.paidAt === null ? {} : { paid: order.paidAt }), ...marked };
}

/** The five steps of the ruler, in their order. */
export function stepsOnRuler(order: OrderPage): readonly StepOnRuler[] {
  const times = timesOf(order);
  const ended = order.state === 'cancelled' || order.state === 'refunded';
  const last = ruledSteps.findLastIndex((step) => times[step] !== undefined);
  return ruledSteps.map((step, place) => {
    const at = times[step];
    if (at !== undefined) return { step, state: 'done', when: dateTime(at), days: daysUntilNext(times, place) };
    if (place < last) return { step, state: 'skipped', when: orderPageMessages.notMarked, days: 0 };
    if (place > last + 1) return { step, state: 'todo', when: '', days: 0 };
    const closed = order.closedAt === null ? '' : orderPageMessages.stoppedOn(dateTime(order.closedAt));
    if (ended) return { step, state: 'stop', when: closed, days: 0 };
    return { step, state: 'now', when: step === 'viewed' ? order.meetingDate : '', days: 0 };
  });
}

function daysUntilNext(times: Partial<Record<RuledStep, string>>, place: number): number {
  const from = times[ruledSteps[place] as RuledStep];
  const to = ruledSteps.slice(place + 1).flatMap((step) => times[step] ?? [])[0];
  if (from === undefined || to === undefined) return 0;
  return Math.min(mostDays, Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / dayMs)));
}

/** Whether an order of this state goes on. */
export function isUnderWay(state: OrderState): boolean {
  return orderStates.indexOf(state) < orderStates.indexOf('handed-over');
}
