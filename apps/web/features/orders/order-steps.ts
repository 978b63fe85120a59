import type { OrderPage } from '@carhouse/contract/orders';
import { type OrderState, orderStates } from '@carhouse/domain/booking/order-lifecycle';
import { findSaleStage } from '@carhouse/domain/sale/sale-stage';
import { orderPageMessages } from '#messages/order-page';
import { orderSaleMessages } from '#messages/order-sale';
import { formatDateTime } from '../../ui/format-date.ts';
import { formatDeadline } from '../../ui/format-deadline.ts';
import { findOpenComplaint } from './sale-stage.ts';

const stepsUntilHandOver = ['booked', 'viewed', 'paid', 'transferred', 'handed-over'] as const;
/** The sale of an order that is paid here also has a confirmation, after which the seller is paid. */
const stepsOfSale = [...stepsUntilHandOver, 'confirmed'] as const;
type RulerStep = (typeof stepsOfSale)[number];

type StepOnRuler = {
  readonly step: RulerStep;
  /**
   * `now`: the next step. `skipped`: nobody marked the step, but a later step is done. `stop`: the order ended before
   * this step, or its sale is frozen.
   */
  readonly state: 'done' | 'now' | 'todo' | 'skipped' | 'stop';
  /**
   * The date and time of a step that is done. For a step that is not done, the detail is a text instead of a time, such
   * as the day that the buyer proposed.
   */
  readonly detail: string;
  /** Number of whole days from this step to the next step that is done; 0 when no later step is done. */
  readonly daysUntilNextStep: number;
};

/**
 * Maximum number of small ticks between two steps. A longer time between two steps is drawn with the maximum number of
 * ticks.
 */
const maxDaysBetweenSteps = 10;
const dayMs = 86_400_000;

/** The properties of an order that the ruler needs. */
type OrderOfRuler = Pick<OrderPage, 'bookedAt' | 'closedAt' | 'meetingDate' | 'paidAt' | 'sale' | 'state' | 'steps'>;

/** The time (ISO text) of each step that is done. A step that is not done has no entry. */
function findTimesByStep(order: OrderOfRuler): Partial<Record<RulerStep, string>> {
  const recordedTimesByStep = Object.fromEntries(order.steps.map(({ step, at }) => [step, at]));
  const confirmedAt = order.sale?.kind === 'car' ? order.sale.confirmedAt : null;
  return {
    booked: order.bookedAt,
    ...(order.paidAt === null ? {} : { paid: order.paidAt }),
    ...recordedTimesByStep,
    ...(confirmedAt === null ? {} : { confirmed: confirmedAt }),
  };
}

/**
 * The steps as the ruler draws them, from the booking to the confirmation of the sale, or to the hand-over for an order
 * without a sale through Car House.
 * @param takesPayments whether an order that is not paid yet will be paid through Car House.
 */
export function listRulerSteps(order: OrderOfRuler, takesPayments: boolean): readonly StepOnRuler[] {
  const timesByStep = findTimesByStep(order);
  const isUnpaid = order.state === 'booked' || order.state === 'viewed';
  const hasSale = order.sale === null ? isUnpaid && takesPayments : order.sale.kind === 'car';
  const rulerSteps = hasSale ? stepsOfSale : stepsUntilHandOver;
  const hasEnded = order.state === 'cancelled' || order.state === 'refunded';
  const complaint = order.sale === null ? undefined : findOpenComplaint(order.sale);
  const lastIndex = rulerSteps.findLastIndex((step) => timesByStep[step] !== undefined);
  return rulerSteps.map((step, index) => {
    const stepTime = timesByStep[step];
    if (stepTime !== undefined)
      return {
        step,
        state: 'done',
        detail: formatDateTime(stepTime),
        daysUntilNextStep: countDaysUntilNextStep(timesByStep, index),
      };
    if (step === 'confirmed' && findSaleStage(order.sale) === 'confirmed')
      return { step, state: 'done', detail: '', daysUntilNextStep: 0 };
    if (index < lastIndex) return { step, state: 'skipped', detail: orderPageMessages.notMarked, daysUntilNextStep: 0 };
    if (index > lastIndex + 1) return { step, state: 'todo', detail: '', daysUntilNextStep: 0 };
    const closingText = order.closedAt === null ? '' : orderPageMessages.stoppedOn(formatDateTime(order.closedAt));
    if (hasEnded) return { step, state: 'stop', detail: closingText, daysUntilNextStep: 0 };
    if (complaint !== undefined)
      return {
        step,
        state: 'stop',
        detail: orderSaleMessages.frozenSince(formatDateTime(complaint.openedAt)),
        daysUntilNextStep: 0,
      };
    return { step, state: 'now', detail: describeNextStepDate(order, step), daysUntilNextStep: 0 };
  });
}

/** The day that the buyer proposed for the viewing, or the time at which the sale counts as confirmed. */
function describeNextStepDate({ meetingDate, sale }: OrderOfRuler, step: RulerStep): string {
  if (step === 'viewed') return meetingDate;
  const confirmationDeadline = step === 'confirmed' ? (sale?.confirmBy ?? null) : null;
  return confirmationDeadline === null ? '' : orderPageMessages.byDeadline(formatDeadline(confirmationDeadline));
}

function countDaysUntilNextStep(timesByStep: Partial<Record<RulerStep, string>>, stepIndex: number): number {
  const stepTime = timesByStep[stepsOfSale[stepIndex] as RulerStep];
  const to = stepsOfSale.slice(stepIndex + 1).flatMap((step) => timesByStep[step] ?? [])[0];
  if (stepTime === undefined || to === undefined) return 0;
  return Math.min(maxDaysBetweenSteps, Math.max(0, Math.floor((Date.parse(to) - Date.parse(stepTime)) / dayMs)));
}

/** Whether the order is in progress: the car is not handed over, and the order is neither cancelled nor refunded. */
export function isOrderInProgress(state: OrderState): boolean {
  return orderStates.indexOf(state) < orderStates.indexOf('handed-over');
}
