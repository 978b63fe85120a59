import { type BookingRecord, findBooking } from '@carhouse/database/bookings/bookings';
import {
  findOrderPageFacts,
  findUndonePayment,
  listOrderSteps,
  type OrderPageFacts,
  type UndonePayment,
} from '@carhouse/database/bookings/order-steps';
import type { Database } from '@carhouse/database/connection/connect';
import { runAsMember } from '@carhouse/database/connection/member-role';
import { findBankPart } from '@carhouse/database/payments/bank-parts';
import { isOrderChargedBack, isOrderMoneyTakenBack } from '@carhouse/database/payments/disputes';
import { findReservationOfBooking, type StoredReservation } from '@carhouse/database/reservations/reservations';
import { listComplaints } from '@carhouse/database/sales/complaints';
import { findSale } from '@carhouse/database/sales/sales';
import type { Actor } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { mayReadOrder } from '@carhouse/domain/booking/booking-policy';
import type { OrderStep } from '@carhouse/domain/booking/order-lifecycle';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { BankPart, BankPartObstacle } from '@carhouse/domain/payment/bank-part';
import type { PaymentInstructions } from '@carhouse/domain/payment-instructions/payment-instructions';
import type { Complaint } from '@carhouse/domain/sale/complaint';
import type { Sale } from '@carhouse/domain/sale/sale';
import { findBankPartObstacle } from '../bank-parts/find-bank-part-obstacle.ts';
import type { Context } from '../context.ts';
import { readOrderInstructions } from '../payment-instructions/read-order-instructions.ts';
import { completeShownReservation, type ShownReservation } from '../reservations/show-reservation.ts';

export type OrderWithSteps = {
  readonly booking: BookingRecord;
  readonly steps: readonly OrderStep[];
  /** The mark of a direct payment that the seller has taken back; undefined when the order has no such mark. */
  readonly undonePayment: UndonePayment | undefined;
  readonly orderPageFacts: OrderPageFacts;
  /** The reservation of the order; null when it has none. */
  readonly reservation: ShownReservation | null;
  /** The sale of an order that was paid here, with its complaints; null for every other order. */
  readonly sale: SaleWithComplaints | null;
  /** The part of the price that a bank or a loan pays to the seller; null when there is none. */
  readonly bankPart: BankPart | null;
  readonly bankPartObstacle: BankPartObstacle | null;
  /** How the seller wants to be paid for this open order; undefined where buyers pay through Car House. */
  readonly paymentInstructions: PaymentInstructions | undefined;
};

export type SaleWithComplaints = Sale & {
  readonly complaints: readonly Complaint[];
  /** Whether the buyer's bank disputes the payment of the frozen sale. */
  readonly isDisputed: boolean;
  /**
   * Whether the buyer has received the money of a charge back, because their bank has decided a dispute in the buyer's
   * favour.
   */
  readonly isMoneyTakenBack: boolean;
};

/** The data of an order that row-level security lets its reader read. */
type ReadableOrder = Pick<OrderWithSteps, 'booking' | 'steps' | 'undonePayment' | 'bankPart'> & {
  readonly reservation: StoredReservation | undefined;
  readonly sale: Omit<SaleWithComplaints, 'isDisputed' | 'isMoneyTakenBack'> | null;
};

/**
 * Returns one order with its steps, for its buyer, the seller of the car or an admin.
 * @throws DomainError NOT_FOUND, also when the caller is another user.
 */
export async function showOrderPage(context: Context, actor: Actor, id: string): Promise<OrderWithSteps> {
  const bookingId = requireId<'booking'>(id);
  const readAsActor = (database: Database) => readOrder(database, actor, bookingId);
  const { booking, steps, undonePayment, sale, reservation, bankPart } = await (actor.role === 'admin'
    ? readAsActor(context.database)
    : runAsMember(context.database, actor.accountId, readAsActor));
  const orderPageFacts = await findOrderPageFacts(context.database, bookingId);
  if (orderPageFacts === undefined) throw new DomainError('NOT_FOUND');
  const isSaleDisputed = sale !== null && (await isDisputed(context.database, sale));
  const isMoneyTakenBack = sale !== null && (await isOrderMoneyTakenBack(context.database, bookingId));
  const instructions = await readOrderInstructions(context, actor, [booking]);
  const paymentInstructions = instructions.get(booking.sellerId);
  const shownReservation = reservation && (await completeShownReservation(context, actor, reservation));
  const bankPartObstacle =
    bankPart === null
      ? null
      : await findBankPartObstacle(context, context.database, bankPart, {
          ...booking,
          reservation: reservation?.state,
        });
  return {
    booking,
    steps,
    undonePayment,
    bankPart,
    bankPartObstacle,
    paymentInstructions,
    reservation: shownReservation ?? null,
    sale: sale === null ? null : { ...sale, isDisputed: isSaleDisputed, isMoneyTakenBack },
    orderPageFacts,
  };
}

/**
 * Whether the buyer's bank disputes the payment of a frozen sale, by the rule of `withdrawComplaint`. The database role
 * of members cannot read disputes, so the caller must have checked that the reader may read the order.
 */
async function isDisputed(database: Database, sale: ReadableOrder['sale']): Promise<boolean> {
  if (sale?.state !== 'frozen') return false;
  if (sale.complaints.some(({ ground, outcome }) => ground === 'dispute' && outcome === null)) return true;
  return isOrderChargedBack(database, sale.bookingId);
}

async function readOrder(database: Database, actor: Actor, id: BookingId): Promise<ReadableOrder> {
  const booking = await findBooking(database, id);
  if (booking === undefined || !mayReadOrder(actor, booking)) throw new DomainError('NOT_FOUND');
  const sale = await findSale(database, id);
  const complaints = sale === undefined ? [] : await listComplaints(database, id);
  return {
    booking,
    steps: await listOrderSteps(database, id),
    undonePayment: await findUndonePayment(database, id),
    reservation: await findReservationOfBooking(database, id),
    bankPart: (await findBankPart(database, id)) ?? null,
    sale: sale === undefined ? null : { ...sale, complaints },
  };
}
