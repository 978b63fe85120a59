import { paymentMethods } from '@carhouse/domain/payment/payment-method';
import { z } from 'zod/mini';
import { call } from './call.ts';
import {
  carFigures,
  dollars,
  id,
  imageDimensions,
  makeFreeTextSchema,
  makePublicTextSchema,
  price,
  refundState,
} from './fields.ts';
import { orderProgress } from './order-progress.ts';
import { paymentInstructions } from './payment-instructions.ts';

/** The fields of a booking that the specification's client sends. */
export const bookingPayload = z.object({
  productId: z.optional(makeFreeTextSchema(64)),
  meetingDate: makePublicTextSchema(100),
  buyerNumber: makePublicTextSchema(30),
  /**
   * The price in dollars that the buyer saw. If the current price differs from this price, the response is 409
   * PRICE_CHANGED. Without this field the current price applies.
   */
  expectedPrice: z.optional(price),
  // Data of the car and of the two users. The server uses these fields only to find the car when `productId` is
  // missing, and does not store them.
  productImg: z.optional(z.nullable(makeFreeTextSchema(2048))),
  productCategory: z.optional(makeFreeTextSchema(120)),
  productModel: z.optional(makeFreeTextSchema(120)),
  resellPrice: z.optional(z.union([z.number(), makeFreeTextSchema(40)])),
  sellerName: z.optional(makeFreeTextSchema(200)),
  sellerEmail: z.optional(makeFreeTextSchema(254)),
  sellerLocation: z.optional(makeFreeTextSchema(120)),
  buyerName: z.optional(makeFreeTextSchema(200)),
  buyerEmail: z.optional(makeFreeTextSchema(254)),
});

export const bookCar = call({
  method: 'POST',
  path: '/api/bookingData',
  summary:
    'Books a car, at `expectedPrice` where it is named: 409 PRICE_CHANGED carries both prices. Booking the same car again answers with the same booking',
  noun: 'bookings',
  access: 'signed-in',
  body: bookingPayload,
  answers: { 200: z.object({ acknowledged: z.boolean(), insertedId: id }) },
});

export const order = z.object({
  _id: id,
  productId: id,
  productImg: z.string(),
  productCategory: z.string(),
  productModel: z.string(),
  resellPrice: dollars,
  sellerName: z.string(),
  sellerEmail: z.string(),
  sellerLocation: z.string(),
  meetingDate: z.string(),
  buyerNumber: z.string(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  paid: z.boolean(),
  // The specification does not have the following fields.
  status: z.enum(['unpaid', 'paid', 'cancelled', 'refunded']),
  bookedAt: z.string(),
  /** The time of the booking in the specification's format. */
  time: z.string(),
  /**
   * Whether cards can pay the price, in one payment or in parts. Only a price below the minimum card payment cannot be
   * paid by card.
   */
  payableByCard: z.boolean(),
  /** Whether the buyer pays the price in parts. */
  inParts: z.boolean(),
  /** How the order was paid; null for an order that was never paid. */
  paidWith: z.nullable(z.enum(paymentMethods)),
  ...orderProgress,
  /** How the seller wants to be paid directly, as on the page of the order. */
  paymentInstructions: z.nullable(paymentInstructions),
  closeReason: z.nullable(z.string()),
  /** State of the order's refund; null when there is none. */
  refund: z.nullable(refundState),
  /** Whether the buyer's bank disputes the charge or warns of fraud. The status of the order does not change. */
  disputed: z.boolean(),
  /** Whether the seller's account is suspended now. */
  sellerSuspended: z.boolean(),
  /** Width and height of the image. */
  productImgSize: imageDimensions,
  /** The facts of the car as they are now. */
  car: z.object(carFigures),
  /** Whether the buyer may still open the page of the car. */
  carShown: z.boolean(),
  /**
   * The current hold on the car: whether the caller or another buyer is paying for it, and when the hold ends at the
   * latest. Null when there is no hold, and for orders that are not open.
   */
  hold: z.nullable(z.object({ by: z.enum(['you', 'another']), until: z.string() })),
});

export type Order = z.infer<typeof order>;

export const myOrders = call({
  method: 'GET',
  path: '/api/myorders',
  summary:
    'Own orders, newest first, 200 at most; Link rel="next" leads on, X-Total-Count says how many there are altogether',
  noun: 'bookings',
  access: 'signed-in',
  query: z.object({
    email: z.optional(z.string().check(z.maxLength(254))),
    before: z.optional(makeFreeTextSchema(80)),
  }),
  answers: { 200: z.array(order) },
});

export const getPayment = call({
  method: 'GET',
  path: '/api/payment/:id',
  summary: 'One own booking, for its payment page',
  noun: 'bookings',
  access: 'signed-in',
  showsPeople: true,
  params: z.object({ id: z.string() }),
  answers: { 200: order },
});

export const cancelBooking = call({
  method: 'POST',
  path: '/api/v1/bookings/:id/cancellation',
  summary: 'Cancels an unpaid booking: its buyer, or the seller of the car, with a reason if they like',
  noun: 'bookings',
  access: 'signed-in',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ reason: z.optional(makePublicTextSchema(300)) }),
  answers: { 200: z.object({ modifiedCount: z.number() }) },
});
