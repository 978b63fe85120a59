import { randomBytes } from 'node:crypto';
import { findAccountByEmail } from '@carhouse/database/accounts/accounts';
import { dropMessages } from '@carhouse/database/outbox/outbox';
import { findPayment } from '@carhouse/database/payments/payments';
import { makeDemoTime } from '@carhouse/demo-data/demo-times';
import { type DemoOrder, demoFeedback, demoOrders, demoWishes } from '@carhouse/demo-data/orders';
import type { Actor } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { bookListing } from '../bookings/book-listing.ts';
import { cancelBooking } from '../bookings/cancel-booking.ts';
import type { Context } from '../context.ts';
import { sendFeedback } from '../feedback/send-feedback.ts';
import { openPayment } from '../payments/open-payment.ts';
import { refundPayment } from '../payments/refund-payment.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { addWish } from '../wishes/add-wish.ts';

export type SeedOptions = {
  /** The ids of the demo listings by their keys. */
  readonly cars: ReadonlyMap<string, ListingId>;
  /** The origin of the sandbox card provider. */
  readonly sandboxUrl: string;
  /** E-mail address of the admin who refunds an order. */
  readonly admin: string;
};

const msPerDay = 86_400_000;

/**
 * Seeds the second part of the demo data: orders in every status, and wishes and feedback of the demo buyers. The same
 * use cases and sandbox charges as for real orders create the records, so that the reconciliation, the audit log and
 * the receipts agree. Only the clock is set to a time on the day of each order.
 */
export async function seedOrders(context: Context, options: SeedOptions): Promise<void> {
  const bookingIds: BookingId[] = [];
  for (const order of demoOrders) {
    const listingId = options.cars.get(order.car);
    if (listingId !== undefined) bookingIds.push(await seedOrder(context, options, order, listingId));
  }
  // The seeded orders are several days old. The mails of the seeded orders would use up the limit of three per hour, so
  // that a visitor of the demo would have to wait for their own mails. Only the mails of seeded orders are deleted:
  // when a demo is seeded again, mails of real users may be waiting.
  await dropMessages(context.database, bookingIds);
  for (const { buyerEmail, car, daysAgo } of demoWishes) {
    const listingId = options.cars.get(car);
    if (listingId !== undefined)
      await addWish(
        createDemoTimeContext(context, `wish ${buyerEmail} ${car}`, daysAgo),
        await findActor(context, buyerEmail),
        listingId,
      );
  }
  for (const { sender, text, daysAgo } of demoFeedback) {
    const feedback = { id: context.newId<'feedback'>(), email: sender, text };
    await sendFeedback(
      createDemoTimeContext(context, `feedback ${sender}`, daysAgo),
      await findActor(context, sender),
      feedback,
    );
  }
}

async function seedOrder(
  context: Context,
  options: SeedOptions,
  order: DemoOrder,
  listingId: ListingId,
): Promise<BookingId> {
  const buyer = await findActor(context, order.buyer);
  const key = `${order.buyer} ${order.car}`;
  const bookingContext = createDemoTimeContext(context, key, order.daysAgo);
  const newBooking = {
    id: context.newId<'booking'>(),
    listingId,
    meetingDate: order.meeting,
    buyerNumber: order.number,
  };
  const bookingId = await bookListing(bookingContext, buyer, newBooking);
  if (order.outcome === undefined) return bookingId;
  const dayAfterBookingContext = createDemoTimeContext(context, `${key} ${order.outcome}`, order.daysAgo - 1);
  if (order.outcome === 'cancelled') {
    await cancelBooking(dayAfterBookingContext, buyer, bookingId, 'I found one nearer home.');
    return bookingId;
  }
  const { clientSecret } = await openPayment(dayAfterBookingContext, buyer, { paymentId: bookingId }, 'demo');
  const intentId = clientSecret.split('_secret_')[0] ?? '';
  await confirmCharge(options.sandboxUrl, context.cardForm.publishableKey, intentId, clientSecret);
  await settlePayment(dayAfterBookingContext, intentId);
  const payment = await findPayment(context.database, bookingId);
  if (order.outcome === 'paid' || payment === undefined) return bookingId;
  const refundContext = createDemoTimeContext(context, `${key} refund`, order.daysAgo - 3);
  await runAsAdmin(context, options.admin, (admin) =>
    refundPayment(refundContext, admin, payment.id, 'The car was damaged before it was handed over.'),
  );
  return bookingId;
}

/**
 * Makes a change as this admin. An admin's action needs a session. This session exists only during the action, and its
 * token is discarded.
 */
async function runAsAdmin(
  context: Context,
  email: string,
  actAsAdmin: (admin: Actor) => Promise<unknown>,
): Promise<void> {
  const admin = await findActor(context, email);
  const sessionId = context.newId<'session'>();
  const expiryFields = { expires_at: new Date(context.now().getTime() + msPerDay) };
  const temporarySession = { token: randomBytes(32).toString('base64url'), ip_address: null, user_agent: null };
  const session = { id: sessionId, account_id: admin.accountId, ...temporarySession, ...expiryFields };
  await context.database.insertInto('session').values(session).execute();
  try {
    await actAsAdmin({ ...admin, sessionId });
  } finally {
    await context.database.deleteFrom('session').where('id', '=', sessionId).execute();
  }
}

/** Confirms the charge with a test card, by its client secret, as a browser does. */
async function confirmCharge(origin: string, publishableKey: string, intentId: string, secret: string): Promise<void> {
  const answer = await fetch(`${origin}/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({ client_secret: secret, payment_method: 'pm_card_visa' }),
    signal: AbortSignal.timeout(5_000),
  });
  if (!answer.ok) throw new Error(`The sandbox card provider refused a charge of the demo data: ${answer.status}`);
}

/** Returns the server's context with its clock set to an earlier day; the key determines the time of day. */
function createDemoTimeContext(context: Context, key: string, daysAgo: number): Context {
  const eventTime = makeDemoTime(context.now(), key, daysAgo);
  return { ...context, now: () => eventTime };
}

async function findActor(context: Context, email: string): Promise<Actor> {
  const account = await findAccountByEmail(context.database, email);
  if (account === undefined) throw new Error(`The demo data names ${email}, who is not among the demo users.`);
  return { accountId: account.id, sessionId: null, email: account.email, name: account.name, role: account.role };
}
