import { bookingStatuses } from '@carhouse/domain/booking/booking';
import { markedSteps, orderStates } from '@carhouse/domain/booking/order-lifecycle';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { dollars, id, imageDimensions, refundState } from './fields.ts';

/** One of the two parties of an order, as the other party sees them. */
const party = z.object({
  /**
   * The name of the party. This and the next two fields are empty when the account is deleted or the data has passed its
   * retention period.
   */
  name: z.string(),
  email: z.string(),
  /** The telephone number as it was typed. It is empty when there is none, and absent when the order is cancelled or refunded. */
  number: z.optional(z.string()),
  /** The number in international form, for a `tel:` link; null when it is not a valid number. It is absent when `number` is. */
  phone: z.optional(z.nullable(z.string())),
});

/** The page of one order. Buyer and seller get the same fields; `side` says which of them the caller is. */
export const orderPage = z.object({
  _id: id,
  side: z.enum(['buyer', 'seller', 'admin']),
  status: z.enum(bookingStatuses),
  state: z.enum(orderStates),
  productId: id,
  /** The brand's name in the API. */
  productCategory: z.string(),
  productModel: z.string(),
  productImg: z.string(),
  productImgSize: imageDimensions,
  /** Whether the page of the car still exists. */
  carShown: z.boolean(),
  resellPrice: dollars,
  /** Whether the price fits into one card payment. */
  payableByCard: z.boolean(),
  location: z.string(),
  /** Free text that the buyer typed. */
  meetingDate: z.string(),
  /**
   * The day (ISO date) and time of the viewing in Singapore, if the free text names them. The time is in minutes after
   * midnight.
   */
  viewing: z.nullable(z.object({ day: z.string(), minute: z.nullable(z.number()) })),
  bookedAt: z.string(),
  paidAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  closeReason: z.nullable(z.string()),
  refund: z.nullable(refundState),
  /** Whether `GET /api/v1/bookings/:id/receipt` returns a receipt. */
  receipt: z.boolean(),
  buyer: party,
  seller: party,
  /** The steps that were marked, oldest first, and by which party. */
  steps: z.array(z.object({ step: z.enum(markedSteps), by: z.enum(['buyer', 'seller']), at: z.string() })),
});

export type OrderPage = z.infer<typeof orderPage>;

export const showOrderPage = call({
  method: 'GET',
  path: '/api/v1/orders/:id',
  summary: 'One order with its steps and the telephone numbers of both: its buyer, the seller of the car, an admin',
  noun: 'bookings',
  access: 'signed-in',
  showsPeople: true,
  params: z.object({ id: z.string() }),
  answers: { 200: orderPage },
});

export const markOrderStep = call({
  method: 'POST',
  path: '/api/v1/orders/:id/steps',
  summary:
    'Marks a step of an order: viewed and transferred by its buyer or the seller, handed-over by the seller. Marking it again changes nothing',
  noun: 'bookings',
  access: 'signed-in',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ step: z.enum(markedSteps) }),
  answers: { 200: z.object({ modifiedCount: z.number() }) },
});
