import { describe, expect, it } from 'vitest';
import { assertPaymentUndoable, findUndoDeadline, type OrderWithSteps } from './undo-payment.ts';

const at = new Date('2026-11-26T01:00:00Z');
const order: OrderWithSteps = { state: 'paid', steps: [{ step: 'paid-outside', at }], hasUndonePayment: false };

describe('that a buyer has paid the seller directly', () => {
  it('can be taken back for a week, to the millisecond', () => {
    const undoDeadline = new Date('2026-12-03T01:00:00.000Z');
    expect(findUndoDeadline(order)).toEqual(undoDeadline);
    expect(() => assertPaymentUndoable(order, undoDeadline)).not.toThrow();
    expect(() => assertPaymentUndoable(order, new Date(undoDeadline.getTime() + 1))).toThrow();
  });

  it.each<[string, OrderWithSteps]>([
    ['it was not marked', { ...order, steps: [] }],
    ['the order is not paid', { ...order, state: 'viewed' }],
    ['the ownership is transferred', { ...order, state: 'transferred' }],
    ['the car is handed over', { ...order, state: 'handed-over' }],
    ['a mark was taken back before', { ...order, hasUndonePayment: true }],
  ])('cannot be taken back when %s', (_why, changedOrder) => {
    expect(findUndoDeadline(changedOrder)).toBeNull();
    expect(() => assertPaymentUndoable(changedOrder, at)).toThrow();
  });
});
