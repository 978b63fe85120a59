import { orderStates } from '@carhouse/domain/booking/order-lifecycle';
import { bankReturnStates } from '@carhouse/domain/payment/bank-part';
import { saleStages } from '@carhouse/domain/sale/sale-stage';
import { z } from 'zod/mini';
import { dollars } from './fields.ts';

/** The progress of an order, from which the screens determine what buyer and seller do next. */
export const orderProgress = {
  /** The state of the order with the steps that buyer and seller have marked. */
  state: z.enum(orderStates),
  /** The stage of the sale of the order; null while `state` alone determines the next step. */
  saleStage: z.nullable(z.enum(saleStages)),
  /** Whether the seller has answered the open complaint. */
  complaintAnswered: z.boolean(),
  /**
   * Whether the seller has marked that the buyer has paid them directly. An order that was paid directly has no receipt
   * and no sale.
   */
  paidOutside: z.boolean(),
  /** Whether the buyer has paid a part of the price, so that no other buyer can buy the car. */
  reserved: z.boolean(),
  /**
   * The money of a bank that must go back to the bank after the end of the order: the state of its return, and the
   * amount. Null when the price has no money of a bank, and after the return of this money.
   */
  bankReturn: z.nullable(z.object({ state: z.enum(bankReturnStates), amount: dollars })),
};

const progress = z.object(orderProgress);
export type OrderProgress = z.infer<typeof progress>;
