import type { CallAnswer } from '@carhouse/contract/call';
import { comparablePrices } from '@carhouse/contract/comparable-prices';
import { listing as listingCall } from '@carhouse/contract/listing-detail';
import * as contract from '@carhouse/contract/listings';
import { getSellingLimits } from '@carhouse/contract/selling-limits';
import type { Actor } from '@carhouse/domain/account/account';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { WrittenJson } from '../http/cache/written-json.ts';
import { mount } from '../http/routing/mount.ts';
import { makeNextLink } from '../http/routing/page-cursor.ts';
import { addBrand } from './add-brand.ts';
import { changeListing } from './change-listing.ts';
import { createListing } from './create-listing.ts';
import { findComparablePrices } from './find-comparable-prices.ts';
import { listBrand, previewBrand } from './list-brand.ts';
import { listBrandsOnOffer } from './list-brands.ts';
import { listCategories } from './list-categories.ts';
import { findOwnListing, listOwnListings } from './list-own.ts';
import type { CardAudience, CardWriter } from './present-cards.ts';
import { presentDetail } from './present-detail.ts';
import { type ListingView, presentListing } from './present-listing.ts';
import { presentOwnListing, presentOwnProduct } from './present-own-listing.ts';
import { publishListing } from './publish-listing.ts';
import { parseImageUrls, parseListingTerms } from './read-terms.ts';
import { registerAdminListingRoutes } from './register-admin-listing-routes.ts';
import { registerDuplicateRoutes } from './register-duplicate-routes.ts';
import { registerSellerCarRoutes } from './register-seller-car-routes.ts';
import { relistListing } from './relist-listing.ts';
import { sellListing } from './sell-listing.ts';
import { serveShareCards } from './serve-share-cards.ts';
import { showDetail } from './show-detail.ts';
import { showListing } from './show-listing.ts';
import { showSellingLimits } from './show-selling-limits.ts';
import { withdrawListing } from './withdraw-listing.ts';

const brandListCalls = [
  [contract.audiDatas, 'Audi'],
  [contract.ferrariDatas, 'Ferrari'],
  [contract.mercedesDatas, 'Mercedes_Benz'],
  [contract.rollsDatas, 'Rolls_Royce'],
  [contract.teslaDatas, 'Tesla'],
] as const;

const brandPreviewCalls = [
  [contract.mercedesPreview, 'Mercedes_Benz'],
  [contract.rollsPreview, 'Rolls_Royce'],
  [contract.teslasPreview, 'Tesla'],
] as const;

type OwnCarView = Omit<ListingView, 'withPublicName'>;

export function registerListingRoutes(app: FastifyInstance, context: Context, cardWriter: CardWriter): void {
  const makeListingView = (actor: Actor | null): ListingView => ({
    withPublicName: actor !== null,
    now: context.now(),
    minimumParfRules: context.minimumParfRules,
  });

  const answerBrandPage = async (path: string, brand: string, before: string | undefined, audience: CardAudience) => {
    const { rows, next } = await listBrand(context, cardWriter, brand, { before, audience });
    const body = new WrittenJson<CallAnswer<typeof contract.audiDatas>>(`[${rows.join(',')}]`);
    return { status: 200 as const, body, headers: makeNextLink(path, next) };
  };

  const makeOwnCarView = (): OwnCarView => ({ now: context.now(), minimumParfRules: context.minimumParfRules });

  for (const [call, brand] of brandListCalls) {
    mount(app, call, {
      publicHandler: ({ query }) => answerBrandPage(call.path, brand, query.before, 'visitors'),
      credentialHandler: ({ query, actor }) =>
        answerBrandPage(call.path, brand, query.before, actor === null ? 'visitors' : 'people'),
    });
  }

  for (const [call, brand] of brandPreviewCalls) {
    mount(app, call, {
      publicHandler: async () => {
        const view = makeListingView(null);
        return {
          status: 200,
          body: (await previewBrand(context, brand)).map((listing) => presentListing(listing, view)),
        };
      },
    });
  }

  mount(app, contract.productById, async ({ params, actor }) => {
    const listing = await showListing(context, actor, params.id);
    return { status: 200, body: presentListing(listing, makeListingView(actor)) };
  });

  mount(app, listingCall, async ({ params, actor }) => {
    return { status: 200, body: presentDetail(await showDetail(context, actor, params.id), makeListingView(actor)) };
  });

  mount(app, contract.brands, {
    publicHandler: async () => {
      const brands = await listBrandsOnOffer(context);
      const body = brands.map(({ lowest, highest, ...brand }) => ({
        ...brand,
        lowestPrice: lowest === null ? null : dollarsFromCents(lowest),
        highestPrice: highest === null ? null : dollarsFromCents(highest),
      }));
      return { status: 200, body };
    },
  });

  mount(app, contract.addBrand, async ({ body, actor }) => ({
    status: 200,
    body: await addBrand(context, actor, body),
  }));

  mount(app, contract.products, async ({ query, actor }) => {
    const page = await listOwnListings(context, actor, query);
    const body = page.rows.map((listing) => presentOwnProduct(listing, makeOwnCarView()));
    return { status: 200, body, headers: makeNextLink(contract.products.path, page.next) };
  });

  mount(app, comparablePrices, async ({ query }) => ({
    status: 200,
    body: await findComparablePrices(context, query),
  }));

  mount(app, contract.categories, async () => ({ status: 200, body: [...(await listCategories(context))] }));

  registerSellingRoutes(app, context, makeOwnCarView);
  registerDuplicateRoutes(app, context);
  serveShareCards(app, context);
  registerSellerCarRoutes(app, context);
  registerAdminListingRoutes(app, context);
}

/** Routes for a seller's calls on their own listings. */
function registerSellingRoutes(app: FastifyInstance, context: Context, makeOwnCarView: () => OwnCarView): void {
  mount(app, contract.postProduct, async ({ body, actor, makeId }) => {
    const terms = parseListingTerms(body, context.now());
    const images = parseImageUrls(body.image, body.images);
    const insertedId = await createListing(context, actor, { id: makeId(), terms, images, status: 'available' });
    return { status: 200, body: { acknowledged: true, insertedId } };
  });

  mount(app, contract.createListing, async ({ body, actor, makeId }) => {
    const terms = parseListingTerms(body, context.now());
    const images = { urls: body.images, field: 'images' };
    const insertedId = await createListing(context, actor, {
      id: makeId(),
      terms,
      images,
      status: body.status ?? 'available',
    });
    return { status: 201, body: { insertedId } };
  });

  mount(app, contract.getOwnListing, async ({ params, actor }) => {
    return { status: 200, body: presentOwnListing(await findOwnListing(context, actor, params.id), makeOwnCarView()) };
  });

  mount(app, contract.editListing, async ({ params, body, actor }) => {
    const terms = parseListingTerms(body, context.now());
    const id = await changeListing(context, actor, params.id, { terms, images: body.images });
    return { status: 200, body: presentOwnListing(await findOwnListing(context, actor, id), makeOwnCarView()) };
  });

  mount(app, getSellingLimits, async ({ actor }) => ({
    status: 200,
    body: { limits: await showSellingLimits(context, actor) },
  }));

  for (const [call, changeStatus] of [
    [contract.publishListing, publishListing],
    [contract.withdrawListing, withdrawListing],
    [contract.relistListing, relistListing],
    [contract.sellListing, sellListing],
  ] as const) {
    mount(app, call, async ({ params, actor }) => {
      return { status: 200, body: { modifiedCount: await changeStatus(context, actor, params.id) } };
    });
  }
}
