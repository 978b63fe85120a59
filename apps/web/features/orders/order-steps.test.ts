import type { OrderPage } from '@carhouse/contract/orders';
import { describe, expect, it } from 'vitest';
import { listRulerSteps } from './order-steps.ts';

const bookedAt = '2026-11-02T02:00:00.000Z';
const paidAt = '2026-11-04T02:00:00.000Z';
const handedOverAt = '2026-11-05T02:00:00.000Z';
const confirmationDeadline = '2026-11-12T02:00:00.000Z';

type Sale = NonNullable<OrderPage['sale']>;
type OrderOfRuler = Parameters<typeof listRulerSteps>[0];

const unpaidOrder: OrderOfRuler = {
  bookedAt,
  closedAt: null,
  meetingDate: 'Sat 7 Nov',
  paidAt: null,
  sale: null,
  state: 'booked',
  steps: [],
};

const handedOverSale: Sale = {
  kind: 'car',
  state: 'handed-over',
  handedOverAt,
  confirmBy: confirmationDeadline,
  confirmedAt: null,
  money: null,
  disputed: false,
  takenBack: false,
  complaints: [],
};

const makePaidOrder = (sale: Sale): OrderOfRuler => ({
  ...unpaidOrder,
  paidAt,
  sale,
  state: 'handed-over',
  steps: [
    { step: 'transferred', by: 'seller', at: handedOverAt },
    { step: 'handed-over', by: 'seller', at: handedOverAt },
  ],
});

const makeStatesByStep = (order: OrderOfRuler, takesPayments = true) =>
  Object.fromEntries(listRulerSteps(order, takesPayments).map(({ step, state }) => [step, state]));

describe('the steps on the ruler of an order', () => {
  it('end with the confirmation of the sale where the price is paid here, and else with the hand-over', () => {
    expect(Object.keys(makeStatesByStep(unpaidOrder)).at(-1)).toBe('confirmed');
    expect(Object.keys(makeStatesByStep(unpaidOrder, false)).at(-1)).toBe('handed-over');
    const orderPaidOutside = { ...makePaidOrder(handedOverSale), sale: null };
    expect(Object.keys(makeStatesByStep(orderPaidOutside)).at(-1)).toBe('handed-over');
  });

  it('name the time at which a sale that is handed over counts as confirmed', () => {
    const confirmation = listRulerSteps(makePaidOrder(handedOverSale), true).at(-1);
    expect(confirmation).toMatchObject({ step: 'confirmed', state: 'now', detail: 'by Thu 12 Nov, 10 am' });
    const confirmedSale: Sale = { ...handedOverSale, state: 'confirmed', confirmedAt: confirmationDeadline };
    expect(listRulerSteps(makePaidOrder(confirmedSale), true).at(-1)).toMatchObject({
      step: 'confirmed',
      state: 'done',
    });
  });

  it('stop at the confirmation while a complaint about a car that is handed over waits for a decision', () => {
    const complaint = { openedAt: handedOverAt, outcome: null } as Sale['complaints'][number];
    const frozenSale: Sale = { ...handedOverSale, state: 'frozen', complaints: [complaint] };
    expect(makeStatesByStep(makePaidOrder(frozenSale))).toMatchObject({ 'handed-over': 'done', confirmed: 'stop' });
  });
});
