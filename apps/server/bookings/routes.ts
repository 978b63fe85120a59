import * as contract from '@carhouse/contract/bookings';
import {
  markOrderStep as markOrderStepCall,
  showOrderPage as showOrderPageCall,
  undoPaidOutside as undoPaidOutsideCall,
} from '@carhouse/contract/orders';
import { sales } from '@carhouse/contract/sales';
import { centsFromDollars } from '@carhouse/domain/money/money';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { makeNextLink } from '../http/routing/page-cursor.ts';
import { resolveListing } from '../listings/resolve-listing.ts';
import { showPayment } from '../seller-payments/show-payment.ts';
import { bookListing } from './book-listing.ts';
import { cancelBooking } from './cancel-booking.ts';
import { listOrders } from './list-orders.ts';
import { listSales } from './list-sales.ts';
import { markOrderStep } from './mark-order-step.ts';
import { presentBooking } from './present-booking.ts';
import { presentOrderPage } from './present-order-page.ts';
import { presentSale } from './present-sale.ts';
import { showOrder } from './show-order.ts';
import { showOrderPage } from './show-order-page.ts';
import { undoPaidOutside } from './undo-paid-outside.ts';

export function registerBookingRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.bookCar, async ({ body, actor, makeId }) => {
    const listingId = await resolveListing(context, actor, body);
    const { meetingDate, buyerNumber, expectedPrice } = body;
    const expectedPriceCents = expectedPrice === undefined ? undefined : centsFromDollars(expectedPrice);
    const insertedId = await bookListing(context, actor, {
      id: makeId(),
      listingId,
      meetingDate,
      buyerNumber,
      seenPrice: expectedPriceCents,
    });
    return { status: 200, body: { acknowledged: true, insertedId } };
  });

  mount(app, contract.myOrders, async ({ query, actor }) => {
    const { rows, next, total } = await listOrders(context, actor, query);
    const headers = { ...makeNextLink(contract.myOrders.path, next), 'x-total-count': String(total) };
    return { status: 200, body: rows.map((row) => presentBooking(row, context.now())), headers };
  });

  mount(app, contract.getPayment, async ({ params, actor }) => {
    return { status: 200, body: presentBooking(await showOrder(context, actor, params.id), context.now()) };
  });

  mount(app, showOrderPageCall, async ({ params, actor }) => {
    const order = await showOrderPage(context, actor, params.id);
    const isBuyer = order.booking.buyerId === actor.accountId;
    const payment = order.sale === null || isBuyer ? null : await showPayment(context, order.booking.id);
    const at = { now: context.now(), businessMode: context.config.businessMode };
    return { status: 200, body: presentOrderPage(actor, { ...order, payment }, at) };
  });

  mount(app, markOrderStepCall, async ({ params, body, actor }) => {
    return { status: 200, body: { modifiedCount: await markOrderStep(context, actor, params.id, body.step) } };
  });

  mount(app, undoPaidOutsideCall, async ({ params, actor }) => {
    await undoPaidOutside(context, actor, params.id);
    return { status: 200, body: { modifiedCount: 1 } };
  });

  mount(app, contract.cancelBooking, async ({ params, body, actor }) => {
    return { status: 200, body: { modifiedCount: await cancelBooking(context, actor, params.id, body.reason) } };
  });

  mount(app, sales, async ({ query, actor }) => {
    const { rows, next } = await listSales(context, actor, query.before);
    const body = { sales: rows.map(presentSale), next };
    return { status: 200, body, headers: makeNextLink(sales.path, next) };
  });
}
