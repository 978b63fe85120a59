import * as contract from '@carhouse/contract/all-listings';
import { countListingsNotShown, type ListedListing, listAllListings } from '@carhouse/database/listings/all-listings';
import { countCars } from '@carhouse/database/overview/figures';
import { requireId } from '@carhouse/domain/ids/id';
import { listPossibleEvents } from '@carhouse/domain/lifecycle/lifecycle';
import { listingLifecycle } from '@carhouse/domain/listing/listing-lifecycle';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { selectPage } from '../http/routing/page-cursor.ts';
import { hideListing } from './hide-listing.ts';
import { makeCoverUrl } from './present-listing.ts';
import { unhideListing } from './unhide-listing.ts';

/** Default and maximum number of cars on a page. */
const pageSize = 50;

/** Routes for admins on the listings of all sellers. */
export function registerAdminListingRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.allListings, async ({ query }) => {
    const { search, status, seller, limit, cursor } = query;
    const sellerId = seller === undefined ? undefined : requireId<'account'>(seller);
    const { rows, next } = await selectPage({
      before: cursor,
      size: limit ?? pageSize,
      readTime: (car: ListedListing) => car.postedAt,
      select: (size, after) => listAllListings(context.database, { search, status, sellerId }, size, after),
    });
    return { status: 200, body: { cars: rows.map(presentAdminCar), next } };
  });

  mount(app, contract.allListingTotals, async () => {
    const { booked: _booked, advertised: _advertised, ...totals } = await countCars(context.database, null);
    const suspendedSellersCarCount = await countListingsNotShown(context.database);
    return {
      status: 200,
      body: {
        ...totals,
        available: totals.available - suspendedSellersCarCount,
        'not-shown': suspendedSellersCarCount,
      },
    };
  });

  mount(app, contract.hideListing, async ({ params, body, actor }) => {
    const modifiedCount = await hideListing(context, actor, params.id, body.reason.trim());
    return { status: 200, body: { modifiedCount } };
  });

  mount(app, contract.unhideListing, async ({ params, actor }) => {
    return { status: 200, body: { modifiedCount: await unhideListing(context, actor, params.id) } };
  });
}

/** Whether `hideListing` would hide the car. */
function mayHide({ status, paidHere }: ListedListing): boolean {
  const isPaidHere = status === 'sold' && paidHere;
  return !isPaidHere && listPossibleEvents(listingLifecycle, status, 'admin').includes('hide');
}

/** Returns a car as an admin sees it, with its seller's name but without the seller's e-mail address. */
function presentAdminCar(car: ListedListing): contract.AdminCar {
  return {
    _id: car.id,
    title: car.title,
    category: car.brand,
    price: dollarsFromCents(car.resalePrice),
    status: car.status,
    state: car.status === 'available' && car.sellerSuspended ? 'not-shown' : car.status,
    hiddenReason: car.hiddenReason,
    mayHide: mayHide(car),
    postedAt: car.postedAt.toISOString(),
    image: makeCoverUrl(car),
    imageSize: car.coverSize,
    openBookings: car.openBookings,
    seller: {
      _id: car.seller.id,
      name: car.seller.name,
      verified: car.seller.verified,
      suspended: car.sellerSuspended,
    },
  };
}
