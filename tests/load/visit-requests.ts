import { makeClientAddress } from '@carhouse/bench/http-client';
import { benchQueries, makeTypedBeginnings } from '@carhouse/bench/search-queries';
import type { SignedInUser } from '@carhouse/server/testing/many-users';
import type { LoadWorld } from './load-task.ts';
import { PurchaseSteps } from './purchase-steps.ts';
import { changeOf, headersOf, type VisitRequest, visitorAddressCount } from './visit-request.ts';
import type { VisitKind } from './visitor-mix.ts';

/** Number of different searches. */
const queryCount = 2_000;
const browserEncodings = { 'accept-encoding': 'gzip, br' } as const;

/** Makes the requests of arrivals. */
export class VisitRequests {
  readonly #world: LoadWorld;
  readonly #random: () => number;
  readonly #purchases: PurchaseSteps;
  readonly #searches = benchQueries('faceted', queryCount).map(({ path }) => path);
  readonly #textSearches = benchQueries('text', queryCount).map(({ path }) => path);
  readonly #typed = makeTypedBeginnings(queryCount);

  /** @param publishableKey key of the sandbox card provider for the browser. */
  constructor(world: LoadWorld, publishableKey: string, random: () => number) {
    this.#world = world;
    this.#random = random;
    this.#purchases = new PurchaseSteps(world, publishableKey, () => this.#choose(world.buyers));
  }

  make(kind: VisitKind): VisitRequest {
    switch (kind) {
      case 'book':
      case 'openCharge':
      case 'card':
      case 'pay':
        return this.#purchases.makeStep(kind);
      case 'wish':
        return this.#makeWish();
      case 'wishList':
        return readOf(kind, '/api/mywish', this.#choose(this.#world.buyers));
      case 'orders':
        return readOf(kind, '/api/myorders', this.#choose(this.#world.buyers));
      case 'sellerCars':
        return readOf(kind, '/api/products', this.#choose(this.#world.sellers));
      case 'sales':
        return readOf(kind, '/api/v1/sales', this.#choose(this.#world.sellers));
      case 'adminOverview':
        return readOf(kind, '/api/v1/overview', this.#choose(this.#world.admins));
      case 'adminAccounts':
        return readOf(kind, '/api/v1/accounts?role=Buyer', this.#choose(this.#world.admins));
      case 'adminPayments':
        return readOf(kind, '/api/v1/payments?limit=50', this.#choose(this.#world.admins));
      default:
        return { kind, request: { path: this.#choosePath(kind), headers: this.#makeVisitorHeaders() } };
    }
  }

  #choosePath(kind: Exclude<VisitKind, 'book' | 'openCharge' | 'card' | 'pay' | 'wish'>): string {
    if (kind === 'home') return '/';
    if (kind === 'brandPage') return `/api/${this.#choosePopular(brandSlugs)}Datas`;
    if (kind === 'search') return this.#choose(this.#searches);
    if (kind === 'textSearch') return this.#choose(this.#textSearches);
    if (kind === 'suggest') return `/api/v1/suggest?q=${encodeURIComponent(this.#choose(this.#typed))}`;
    if (kind === 'searchPage') return `/cars?brand=${this.#choosePopular(searchedBrands)}`;
    const car = this.#choosePopular(this.#world.shownCars);
    return kind === 'carPage' ? `/cars/${car}` : `/api/v1/listings/${car}`;
  }

  #makeWish(): VisitRequest {
    const productId = this.#choosePopular(this.#world.shownCars);
    return { kind: 'wish', request: changeOf('/api/wishLists', this.#choose(this.#world.buyers), { productId }) };
  }

  #makeVisitorHeaders(): Readonly<Record<string, string>> {
    const address = makeClientAddress(Math.floor(this.#random() * visitorAddressCount));
    return { 'x-forwarded-for': address, ...browserEncodings };
  }

  #choose<Item>(items: readonly Item[]): Item {
    return chooseAt(items, this.#random());
  }

  /** Chooses the first items far more often than the last ones: half of the choices are among the first eighth. */
  #choosePopular<Item>(items: readonly Item[]): Item {
    return chooseAt(items, this.#random() ** 3);
  }
}

/** The brands whose pages the specification names, the most frequent ones of the stock first. */
const brandSlugs = ['mercedes', 'audi', 'tesla', 'ferrari', 'rolls'] as const;
const searchedBrands = ['Toyota', 'Honda', 'Mercedes_Benz', 'BMW', 'Mazda', 'Audi', 'Hyundai', 'Nissan'] as const;

function chooseAt<Item>(items: readonly Item[], drawn: number): Item {
  const item = items[Math.floor(drawn * items.length)];
  if (item === undefined) throw new RangeError('There is nothing to choose from.');
  return item;
}

function readOf(kind: VisitKind, path: string, user: SignedInUser): VisitRequest {
  return { kind, request: { path, headers: { ...headersOf(user), ...browserEncodings } } };
}
