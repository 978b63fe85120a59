import { makeClientAddress } from '@carhouse/bench/http-client';
import { makeBenchQueries, makePartlyTypedTexts } from '@carhouse/bench/search-queries';
import type { SignedInUser } from '@carhouse/server/testing/many-users';
import type { LoadData } from './load-task.ts';
import { PurchaseSteps } from './purchase-steps.ts';
import { makeChangeRequest, makeUserHeaders, type VisitRequest, visitorAddressCount } from './visit-request.ts';
import type { VisitKind } from './visitor-mix.ts';

/** Number of different searches. */
const queryCount = 2_000;
const browserEncodingHeaders = { 'accept-encoding': 'gzip, br' } as const;

/** Makes the requests of arrivals. */
export class VisitRequests {
  readonly #loadData: LoadData;
  readonly #random: () => number;
  readonly #purchases: PurchaseSteps;
  readonly #searches = makeBenchQueries('faceted', queryCount).map(({ path }) => path);
  readonly #textSearches = makeBenchQueries('text', queryCount).map(({ path }) => path);
  readonly #typed = makePartlyTypedTexts(queryCount);

  /** @param publishableKey key of the sandbox card provider for the browser. */
  constructor(loadData: LoadData, publishableKey: string, random: () => number) {
    this.#loadData = loadData;
    this.#random = random;
    this.#purchases = new PurchaseSteps(loadData, publishableKey, () => this.#choose(loadData.buyers));
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
        return makeReadRequest(kind, '/api/mywish', this.#choose(this.#loadData.buyers));
      case 'orders':
        return makeReadRequest(kind, '/api/myorders', this.#choose(this.#loadData.buyers));
      case 'sellerCars':
        return makeReadRequest(kind, '/api/products', this.#choose(this.#loadData.sellers));
      case 'sales':
        return makeReadRequest(kind, '/api/v1/sales', this.#choose(this.#loadData.sellers));
      case 'adminOverview':
        return makeReadRequest(kind, '/api/v1/overview', this.#choose(this.#loadData.admins));
      case 'adminAccounts':
        return makeReadRequest(kind, '/api/v1/accounts?role=Buyer', this.#choose(this.#loadData.admins));
      case 'adminPayments':
        return makeReadRequest(kind, '/api/v1/payments?limit=50', this.#choose(this.#loadData.admins));
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
    const car = this.#choosePopular(this.#loadData.shownCars);
    return kind === 'carPage' ? `/cars/${car}` : `/api/v1/listings/${car}`;
  }

  #makeWish(): VisitRequest {
    const productId = this.#choosePopular(this.#loadData.shownCars);
    return {
      kind: 'wish',
      request: makeChangeRequest('/api/wishLists', this.#choose(this.#loadData.buyers), { productId }),
    };
  }

  #makeVisitorHeaders(): Readonly<Record<string, string>> {
    const address = makeClientAddress(Math.floor(this.#random() * visitorAddressCount));
    return { 'x-forwarded-for': address, ...browserEncodingHeaders };
  }

  #choose<Item>(items: readonly Item[]): Item {
    return chooseByNumber(items, this.#random());
  }

  /** Chooses the first items far more often than the last ones: half of the choices are among the first eighth. */
  #choosePopular<Item>(items: readonly Item[]): Item {
    return chooseByNumber(items, this.#random() ** 3);
  }
}

/** The brands whose pages the specification names, the most frequent ones of the stock first. */
const brandSlugs = ['mercedes', 'audi', 'tesla', 'ferrari', 'rolls'] as const;
const searchedBrands = ['Toyota', 'Honda', 'Mercedes_Benz', 'BMW', 'Mazda', 'Audi', 'Hyundai', 'Nissan'] as const;

function chooseByNumber<Item>(items: readonly Item[], randomNumber: number): Item {
  const item = items[Math.floor(randomNumber * items.length)];
  if (item === undefined) throw new RangeError('There is nothing to choose from.');
  return item;
}

function makeReadRequest(kind: VisitKind, path: string, user: SignedInUser): VisitRequest {
  return { kind, request: { path, headers: { ...makeUserHeaders(user), ...browserEncodingHeaders } } };
}
