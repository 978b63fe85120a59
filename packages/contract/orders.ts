import { bookingStatuses } from '@carhouse/domain/booking/booking';
import { markedSteps, orderStates } from '@carhouse/domain/booking/order-lifecycle';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { dollars, id, imageDimensions, refundState } from './fields.ts';

/** One of the two people of an order, as the other one sees them. */
const party = z.object({
  /** Empty when the account is deleted, or the data has passed its retention period, as are the next two. */
  name: z.string(),
  email: z.string(),
  /** The telephone number as it was typed; empty without one, and for the seller's of an order that is closed. */
  number: z.string(),
  /** The number in international form, for a `tel:` link; null when it cannot be called. */
  phone: z.nullable(z.string()),
});

/** The page of one order. Buyer and seller get the same fields; `side` says which of them the caller is. */
export const orderPage = z.object({
  _id: id,
  side: z.enum(['buyer', 'seller', 'admin']),
  status: z.enum(bookingStatuses),
  state: z.enum(orderStates),
  productId: id,
  /** API name of the brand. */
  productCategory: z.string(),
  productModel: z.string(),
  productImg: z.string(),
  productImgSize: imageDimensions,
  /** Whether the page of the car is still there. */
  carShown: z.boolean(),
  resellPrice: dollars,
  /** Whether the price fits into one card payment. */
  payableByCard: z.boolean(),
  location: z.string(),
  /** Free text of the buyer. */
  meetingDate: z.string(),
  /** The day (ISO date) and hour of the viewing in Singapore, where the free text names them; minutes after midnight. */
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
  /** What was marked, oldest first, and by whom. */
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
