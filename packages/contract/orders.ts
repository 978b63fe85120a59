import { bookingStatuses } from '@carhouse/domain/booking/booking';
import { markableSteps, orderStates } from '@carhouse/domain/booking/order-lifecycle';
import { bankPartObstacles } from '@carhouse/domain/payment/bank-part';
import { paymentMethods } from '@carhouse/domain/payment/payment-method';
import { saleKinds, saleStates } from '@carhouse/domain/sale/sale';
import { z } from 'zod/mini';
import { bankPart } from './bank-parts.ts';
import { call } from './call.ts';
import { complaint } from './complaints.ts';
import { carFigures, dollars, id, imageDimensions, refundState } from './fields.ts';
import { paymentInstructions } from './payment-instructions.ts';
import { reservation } from './reservations.ts';
import { paymentStanding } from './seller-payments.ts';

/** The buyer or the seller of an order, as the other one sees them. */
const orderParty = z.object({
  /**
   * The user's name. After the deletion of the user's account, a paid or refunded order keeps the name, and every other
   * order has a text that says that the account is deleted. The name is empty when the retention period of the data has
   * ended.
   */
  name: z.string(),
  /** Empty when the user's account is deleted, or the retention period of the data has ended. */
  email: z.string(),
  /**
   * The telephone number as the user typed it. The number is empty when the user has none, and absent when the order is
   * cancelled or refunded.
   */
  number: z.optional(z.string()),
  /**
   * The telephone number in international form, for a `tel:` link; null when it is not a valid number, and absent when
   * `number` is absent.
   */
  phone: z.optional(z.nullable(z.string())),
});

/** A paid order's sale: what its buyer confirms and what its seller is paid. */
const saleOfOrder = z.object({
  /** `deposit`: the seller is paid the deposit that the buyer of a cancelled reservation has forfeited. */
  kind: z.enum(saleKinds),
  state: z.enum(saleStates),
  handedOverAt: z.nullable(z.string()),
  /** The time at which the sale counts as confirmed when the buyer says nothing; null before the hand-over. */
  confirmBy: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
  /**
   * What the seller is paid and what is kept of the price. Only the seller and admins get this data; null for the
   * buyer.
   */
  money: z.nullable(
    z.object({
      fee: dollars,
      /** The GST on the fee. */
      gst: dollars,
      /**
       * The part of the price that Car House pays out: the price less the bank's part, the fee and the GST on the fee;
       * 0 when these exceed the price.
       */
      share: dollars,
      /**
       * The amount that goes back to the seller of a refunded sale, because the seller's other sales have already paid
       * the debt from this sale's fee; otherwise null.
       */
      debtRefund: z.nullable(dollars),
      /** The part of the seller's share that pays a debt of the seller; null until the amount is decided. */
      netted: z.nullable(dollars),
      /** Where the money is, and why it waits. */
      standing: paymentStanding,
      /** The time at which the money reached the seller's bank, or paid their debt; null before. */
      paidOutAt: z.nullable(z.string()),
    }),
  ),
  /**
   * Whether the buyer's bank disputes the payment of a frozen sale. During a dispute the buyer cannot withdraw their
   * complaint.
   */
  disputed: z.boolean(),
  /** Whether the buyer got the money of a charge back, because their bank has decided a dispute in their favour. */
  takenBack: z.boolean(),
  /** The complaints about the sale, oldest first. */
  complaints: z.array(complaint),
});

/**
 * The data of the page of one order. Buyer and seller get the same fields; `side` says whether the caller is the buyer
 * or the seller.
 */
export const orderDetails = z.object({
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
  /** Whether the caller may still open the page of the car. */
  carShown: z.boolean(),
  /** Whether the seller's account is suspended now. */
  sellerSuspended: z.boolean(),
  /** The facts of the car as they are now. */
  car: z.object(carFigures),
  resellPrice: dollars,
  /** Whether cards can pay the price, in one payment or in parts. */
  payableByCard: z.boolean(),
  /** Whether the price is paid in parts, which `GET /api/v1/bookings/:id/payment-plan` returns. */
  inParts: z.boolean(),
  /**
   * The time until which the car is reserved for the buyer of an open order who has paid a part of the price; null
   * otherwise.
   */
  reservedUntil: z.nullable(z.string()),
  /**
   * Whether the seller has marked that the buyer has paid them directly. An order that was paid directly has no receipt
   * and no sale.
   */
  paidOutside: z.boolean(),
  /**
   * The time until which the caller can take back the mark that the buyer has paid them directly; null when the caller
   * cannot do so or is not the seller.
   */
  paymentUndoableUntil: z.nullable(z.string()),
  /** The mark of a direct payment that the seller has taken back; null when the seller has taken back no mark. */
  undonePayment: z.nullable(z.object({ markedAt: z.string(), undoneAt: z.string() })),
  /**
   * How the seller wants to be paid directly; null when buyers pay on this site, when the order is not open, and when
   * the seller has given no instructions.
   */
  paymentInstructions: z.nullable(paymentInstructions),
  location: z.string(),
  /** The meeting date as the buyer typed it: free text. */
  meetingDate: z.string(),
  /**
   * The viewing that `meetingDate` names: its day (ISO date) and its time in minutes after midnight, both in Singapore.
   * Null when the text names no single day; `minute` is null when the text names no time.
   */
  viewing: z.nullable(z.object({ day: z.string(), minute: z.nullable(z.number()) })),
  bookedAt: z.string(),
  paidAt: z.nullable(z.string()),
  /** How the order was paid; null for an order that was never paid. */
  paidWith: z.nullable(z.enum(paymentMethods)),
  closedAt: z.nullable(z.string()),
  closeReason: z.nullable(z.string()),
  refund: z.nullable(refundState),
  /** Whether `GET /api/v1/bookings/:id/receipt` returns a receipt. */
  receipt: z.boolean(),
  buyer: orderParty,
  seller: orderParty,
  /** Whether an admin has verified the seller. */
  sellerVerified: z.boolean(),
  /** The public name of the seller, in the URL of their page; null when the seller has no public page. */
  sellerPage: z.nullable(z.string()),
  /** Null for an order that was never paid through Car House. */
  sale: z.nullable(saleOfOrder),
  /** The part of the price that a bank or a loan pays to the seller; null when there is none. */
  bankPart: z.nullable(bankPart),
  /**
   * What must still happen before the money of the bank completes the payment of the price; null when nothing must
   * happen.
   */
  bankPartObstacle: z.nullable(z.enum(bankPartObstacles)),
  /**
   * The reservation of the order with its deposit and the accepted rule, also after its end; null for an order without
   * a reservation.
   */
  reservation: z.nullable(reservation),
  /** The marked steps of the order, oldest first, and who marked each. */
  steps: z.array(z.object({ step: z.enum(markableSteps), by: z.enum(['buyer', 'seller']), at: z.string() })),
});

export type OrderPage = z.infer<typeof orderDetails>;

export const showOrderPage = call({
  method: 'GET',
  path: '/api/v1/orders/:id',
  summary: 'One order with its steps and the telephone numbers of both: its buyer, the seller of the car, an admin',
  noun: 'bookings',
  access: 'signed-in',
  showsPeople: true,
  params: z.object({ id: z.string() }),
  answers: { 200: orderDetails },
});

export const markOrderStep = call({
  method: 'POST',
  path: '/api/v1/orders/:id/steps',
  summary:
    'Marks a step of an order: viewed and transferred by its buyer or the seller, handed-over by the seller, and paid-outside by the seller where buyers pay sellers directly. Marking it again changes nothing',
  noun: 'bookings',
  access: 'signed-in',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ step: z.enum(markableSteps) }),
  answers: { 200: z.object({ modifiedCount: z.number() }) },
});

export const undoPaidOutside = call({
  method: 'DELETE',
  path: '/api/v1/orders/:id/steps/paid-outside',
  summary:
    'The seller of an order takes back that the buyer has paid them directly: once, for a week, and before the transfer of the ownership',
  noun: 'bookings',
  access: 'Seller',
  params: z.object({ id: z.string() }),
  answers: { 200: z.object({ modifiedCount: z.number() }) },
});
