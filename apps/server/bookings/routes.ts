import * as contract from '@carhouse/contract/bookings';
import { markOrderStep as markOrderStepCall, showOrderPage as showOrderPageCall } from '@carhouse/contract/orders';
import { sales } from '@carhouse/contract/sales';
import { type BookingOnRecord, listBookingsOfSeller } from '@carhouse/database/bookings/bookings';
import { runAsMember } from '@carhouse/database/connection/member-role';
import { centsFromDollars } from '@carhouse/domain/money/money';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { nextLink, selectPage } from '../http/routing/page-cursor.ts';
import { resolveListing } from '../listings/resolve-listing.ts';
import { bookListing } from './book-listing.ts';
import { cancelBooking } from './cancel-booking.ts';
import { listOrders } from './list-orders.ts';
import { markOrderStep } from './mark-order-step.ts';
import { presentBooking } from './present-booking.ts';
import { presentOrderPage } from './present-order-page.ts';
import { presentSale } from './present-sale.ts';
import { showOrder } from './show-order.ts';
import { showOrderPage } from './show-order-page.ts';

/** Number of bookings on one page of My Buyers. */
const salesPage = 50;

export function registerBookingRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.bookingData, async ({ body, actor, id }) => {
    const listingId = await resolveListing(context, actor, body);
    const { meetingDate, buyerNumber, expectedPrice } = body;
    const seen = expectedPrice === undefined ? undefined : centsFromDollars(expectedPrice);
    const insertedId = await bookListing(context, actor, { id: id(), listingId, meetingDate, buyerNumber, seen });
    return { status: 200, body: { acknowledged: true, insertedId } };
  });

  mount(app, contract.myOrders, async ({ query, actor }) => {
    const { rows, next, total } = await listOrders(context, actor, query);
    const headers = { ...nextLink(contract.myOrders.path, next), 'x-total-count': String(total) };
    return { status: 200, body: rows.map(presentBooking), headers };
  });

  mount(app, contract.getPayment, async ({ params, actor }) => {
    return { status: 200, body: presentBooking(await showOrder(context, actor, params.id)) };
  });

  mount(app, showOrderPageCall, async ({ params, actor }) => {
    return { status: 200, body: presentOrderPage(actor, await showOrderPage(context, actor, params.id)) };
  });

  mount(app, markOrderStepCall, async ({ params, body, actor }) => {
    return { status: 200, body: { modifiedCount: await markOrderStep(context, actor, params.id, body.step) } };
  });

  mount(app, contract.cancelBooking, async ({ params, body, actor }) => {
    return { status: 200, body: { modifiedCount: await cancelBooking(context, actor, params.id, body.reason) } };
  });

  mount(app, sales, async ({ query, actor }) => {
    const { rows, next } = await runAsMember(context.database, actor.accountId, (trx) =>
      selectPage({
        before: query.before,
        size: salesPage,
        timeOf: (booking: BookingOnRecord) => booking.createdAt,
        select: (limit, after) => listBookingsOfSeller(trx, actor.accountId, limit, after),
      }),
    );
    return { status: 200, body: { sales: rows.map(presentSale), next }, headers: nextLink(sales.path, next) };
  });
}
