import { bookingStatuses } from '@carhouse/domain/booking/booking';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { dollars, id, imageDimensions, makeFreeTextSchema, refundState } from './fields.ts';
import { orderProgress } from './order-progress.ts';

/**
 * A booking of one of the caller's listings, as the seller sees it. Car and price have their values from the time of
 * the booking.
 */
export const sale = z.object({
  _id: id,
  productId: id,
  productModel: z.string(),
  /** The brand's name in the API. */
  productCategory: z.string(),
  /** URL of the cover image; `''` when there is none. */
  productImg: z.string(),
  productImgSize: imageDimensions,
  resellPrice: dollars,
  /**
   * The buyer's name. After the deletion of the buyer's account, a paid or refunded order keeps the name, and every
   * other order has a text that says that the account is deleted. The name is empty when the retention period of their
   * data has ended. The next three fields are empty after the deletion of the buyer's account and after the retention
   * period.
   */
  buyerName: z.string(),
  buyerEmail: z.string(),
  /** The buyer's telephone number as they typed it; absent when the order is cancelled or refunded. */
  buyerNumber: z.optional(z.string()),
  /** The meeting date as the buyer typed it: free text. */
  meetingDate: z.string(),
  status: z.enum(bookingStatuses),
  ...orderProgress,
  bookedAt: z.string(),
  /** The time of the booking in the specification's format. */
  time: z.string(),
  paidAt: z.nullable(z.string()),
  /** The reason why the booking was cancelled or refunded, as text; null while it is open or paid. */
  closeReason: z.nullable(z.string()),
  /** State of the booking's refund; null when there is none. */
  refund: z.nullable(refundState),
  /** Whether `GET /api/v1/bookings/:id/receipt` returns a receipt. */
  receipt: z.boolean(),
});

export type Sale = z.infer<typeof sale>;

/**
 * Lists the bookings of the seller's cars (the page My Buyers). `next` is the cursor to send as `before` in the next
 * call; null on the last page.
 */
export const sales = call({
  method: 'GET',
  path: '/api/v1/sales',
  summary: 'The bookings of the own cars, newest first, 50 at a time; `next` is the cursor of the page after',
  noun: 'bookings',
  access: 'Seller',
  query: z.strictObject({ before: z.optional(makeFreeTextSchema(80, 1)) }),
  answers: { 200: z.object({ sales: z.array(sale), next: z.nullable(z.string()) }) },
});
