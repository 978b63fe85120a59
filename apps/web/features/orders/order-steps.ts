import type { OrderPage } from '@carhouse/contract/orders';
import { type OrderState, orderStates } from '@carhouse/domain/booking/order-lifecycle';
import { orderPageMessages } from '#messages/order-page';
import { orderSaleMessages } from '#messages/order-sale';
import { dateTime } from '../../ui/format-date.ts';
import { findOpenComplaint } from './sale-stage.ts';

const rulerSteps = ['booked', 'viewed', 'paid', 'transferred', 'handed-over'] as const;
type RulerStep = (typeof rulerSteps)[number];

type StepOnRuler = {
  readonly step: RulerStep;
  /**
   * `now`: the next step. `skipped`: nobody marked it, but a later step is done. `stop`: the order ended before this
   * step, or its sale is frozen.
   */
  readonly state: 'done' | 'now' | 'todo' | 'skipped' | 'stop';
  /**
   * The date and time of a step that is done. For another step it is a text, such as the day that the buyer proposed.
   */
  readonly when: string;
  /** Number of whole days from this step to the next step that is done; 0 when no later step is done. */
  readonly days: number;
};

/** Maximum number of small ticks between two steps. A longer time is drawn with this number of ticks. */
const longestSpanDays = 10;
const dayMs = 86_400_000;

/** The time (ISO text) of each step that is done. A step that is not done has no entry. */
function timesOfSteps(order: OrderPage): Partial<Record<RulerStep, string>> {
  const stepTimes = Object.fromEntries(order.steps.map(({ step, at }) => [step, at]));
  return { booked: order.bookedAt, ...(order.paidAt === null ? {} : { paid: order.paidAt }), ...stepTimes };
}

/** The five steps as the ruler draws them, from the booking to the hand-over. */
export function listRulerSteps(order: OrderPage): readonly StepOnRuler[] {
  const times = timesOfSteps(order);
  const ended = order.state === 'cancelled' || order.state === 'refunded';
  const complaint = order.sale === null ? undefined : findOpenComplaint(order.sale);
  const last = rulerSteps.findLastIndex((step) => times[step] !== undefined);
  return rulerSteps.map((step, index) => {
    const stepTime = times[step];
    if (stepTime !== undefined)
      return { step, state: 'done', when: dateTime(stepTime), days: daysUntilNext(times, index) };
    if (index < last) return { step, state: 'skipped', when: orderPageMessages.notMarked, days: 0 };
    if (index > last + 1) return { step, state: 'todo', when: '', days: 0 };
    const closed = order.closedAt === null ? '' : orderPageMessages.stoppedOn(dateTime(order.closedAt));
    if (ended) return { step, state: 'stop', when: closed, days: 0 };
    if (complaint !== undefined)
      return { step, state: 'stop', when: orderSaleMessages.frozenSince(dateTime(complaint.openedAt)), days: 0 };
    return { step, state: 'now', when: step === 'viewed' ? order.meetingDate : '', days: 0 };
  });
}

function daysUntilNext(times: Partial<Record<RulerStep, string>>, place: number): number {
  const from = times[rulerSteps[place] as RulerStep];
  const to = rulerSteps.slice(place + 1).flatMap((step) => times[step] ?? [])[0];
  if (from === undefined || to === undefined) return 0;
  return Math.min(longestSpanDays, Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / dayMs)));
}

/** Whether the order is in progress: the car is not handed over, and the order is neither cancelled nor refunded. */
export function isOrderInProgress(state: OrderState): boolean {
  return orderStates.indexOf(state) < orderStates.indexOf('handed-over');
}
