export type RateLimit = {
  /**
   * The property by which a limit groups requests before it counts them. `caller` is the account of a user, and the
   * client address of a visitor.
   */
  readonly scope: 'address' | 'session' | 'caller';
  /** Where requests are counted: in the memory of each server node, or in the database for all nodes together. */
  readonly counterLocation: 'node' | 'database';
  /** Number of requests allowed in a window. Infinity disables the limit. */
  readonly count: number;
  readonly seconds: number;
  /** The calls that the limit counts, as `METHOD route` or `METHOD *`; an empty list means every request. */
  readonly calls: readonly string[];
  readonly source: string;
};

// Calls of a seller's page are limited like calls of car pages and searches (decision 0066).
const searchCalls = [
  'GET /api/v1/listings',
  'GET /api/v1/listings/:id/similar',
  'GET /api/v1/sellers/:id/listings',
] as const;
const carPageCalls = ['GET /api/productById/:id', 'GET /api/v1/listings/:id', 'GET /api/v1/sellers/:id'] as const;

/** Reads of personal data by admins, page by page or as a file. A test compares these calls with the API contract. */
const adminListCalls = [
  'GET /api/usersrole',
  'GET /api/usersroleBuyers',
  'GET /api/v1/accounts',
  'GET /api/v1/accounts/:id',
  'GET /api/v1/all-listings',
  'GET /api/v1/approvals',
  'GET /api/v1/audit',
  'GET /api/v1/audit/file',
  'GET /api/v1/books',
  'GET /api/v1/books/file',
  'GET /api/v1/feedback',
  'GET /api/v1/holds',
  'GET /api/v1/complaints',
  'GET /api/v1/bank-parts',
  'GET /api/v1/reports',
  'GET /api/v1/payments',
  'GET /api/v1/payments/file',
  'GET /api/v1/payments/totals',
  'GET /api/v1/security-events',
  'GET /api/v1/seller-payments',
  'GET /api/v1/accounts/:id/statements/:month',
] as const;

/** Every rate limit of the server, except those of sign-in and uploads, which are defined with their use cases. */
export const rateLimits = {
  floodAddress: makeRateLimit('address', 'node', 2_000, 10, [], 'docs/reliability.md, checks of a request'),
  floodSession: makeRateLimit('session', 'node', 600, 10, [], 'docs/reliability.md, checks of a request'),
  changes: makeRateLimit(
    'caller',
    'database',
    300,
    60,
    ['POST *', 'PUT *', 'PATCH *', 'DELETE *'],
    'docs/reliability.md, calls',
  ),
  userRecord: makeRateLimit('caller', 'database', 60, 60, ['GET /api/users/:email'], 'docs/reliability.md, calls'),
  paymentIntent: makeRateLimit(
    'caller',
    'database',
    10,
    60,
    ['POST /api/create-payment-intent'],
    'docs/reliability.md, calls',
  ),
  // Each new payment code needs a call to the card provider and holds the car, as a payment by card does.
  paynowCode: makeRateLimit('caller', 'database', 10, 60, ['POST /api/v1/bookings/:id/paynow-code'], 'decision 0074'),
  // A change of a payment's parts cancels the open charge at the card provider.
  paymentPlan: makeRateLimit('caller', 'database', 20, 60, ['PUT /api/v1/bookings/:id/payment-plan'], 'decision 0076'),
  // The start of a reservation cancels the open charge at the card provider. Places in the queue are locked together
  // with their car.
  reservations: makeRateLimit(
    'caller',
    'database',
    20,
    60,
    ['POST /api/v1/listings/:id/reservations', 'POST /api/v1/listings/:id/queue', 'DELETE /api/v1/listings/:id/queue'],
    'decision 0079',
  ),
  // Each step is kept in the audit for ever, and a statement and its withdrawal can be repeated.
  bankParts: makeRateLimit(
    'caller',
    'database',
    20,
    60,
    [
      'POST /api/v1/orders/:id/bank-part/statement',
      'POST /api/v1/orders/:id/bank-part/receipt',
      'POST /api/v1/orders/:id/bank-part/refusal',
      'POST /api/v1/orders/:id/bank-part/return',
      'POST /api/v1/orders/:id/bank-part/recorded-return',
      'POST /api/v1/orders/:id/bank-part/return-confirmation',
    ],
    'decision 0083',
  ),
  // The page of a reservation repeats this call while it is open, perhaps in two tabs.
  reservationReads: makeRateLimit('caller', 'node', 120, 60, ['GET /api/v1/listings/:id/reservation'], 'decision 0079'),
  // The payment page repeats this call every three seconds while it shows a code, perhaps in two tabs.
  paymentCheck: makeRateLimit('caller', 'node', 60, 60, ['POST /api/v1/bookings/:id/payment-check'], 'decision 0074'),
  // Feedback is limited by client address, so that several accounts do not get a larger limit.
  feedback: makeRateLimit('address', 'database', 10, 3_600, ['POST /api/v1/feedback'], 'docs/reliability.md, calls'),
  // Reports are limited like feedback.
  reports: makeRateLimit(
    'address',
    'database',
    10,
    3_600,
    ['POST /api/v1/listings/:id/reports', 'POST /api/v1/sellers/:id/reports'],
    'decision 0081',
  ),
  // Each uploaded file (up to 64 MB) is stored in the database and its first rows are parsed. A dealer typically
  // uploads the same file a few times per day.
  importUpload: makeRateLimit('caller', 'database', 30, 3_600, ['POST /api/v1/imports'], 'decision 0025'),
  // A report of an import has up to 4 MB.
  importReport: makeRateLimit(
    'caller',
    'node',
    60,
    60,
    ['GET /api/v1/imports/:id/report'],
    'docs/security.md, lines 4 and 5',
  ),
  // Lists of people and their money: a thief who has copied an admin's session cannot read all of them within a minute.
  adminLists: makeRateLimit('caller', 'node', 120, 60, [...adminListCalls], 'docs/security.md, open points'),
  // Each server node counts searches in its memory, because counting in the database would cost more than the search.
  // The limit is high, because the sliders and checkboxes of the search page send many requests.
  search: makeRateLimit('caller', 'node', 300, 60, searchCalls, 'docs/reliability.md, calls (scraping)'),
  suggest: makeRateLimit('caller', 'node', 600, 60, ['GET /api/v1/suggest'], 'docs/reliability.md, calls (scraping)'),
  // With these limits, a program that reads all cars one by one gets at most two per second and a few thousand per day.
  listingRead: makeRateLimit('caller', 'database', 120, 60, [...carPageCalls], 'docs/reliability.md, calls (scraping)'),
  listingReadDay: makeRateLimit(
    'caller',
    'database',
    5_000,
    86_400,
    [...carPageCalls],
    'docs/reliability.md, calls (scraping)',
  ),
  // Anybody can create accounts, so all accounts of one client address together get only ten times the limit of one
  // account.
  searchAddress: makeRateLimit('address', 'node', 3_000, 60, searchCalls, 'decision 0061'),
  listingReadAddress: makeRateLimit('address', 'database', 1_200, 60, [...carPageCalls], 'decision 0061'),
  listingReadAddressDay: makeRateLimit('address', 'database', 50_000, 86_400, [...carPageCalls], 'decision 0061'),
  // Counts pages that the server renders; pages from the cache are not counted.
  pages: makeRateLimit('address', 'node', 1_200, 60, ['GET /*'], 'docs/operations.md, queues'),
  // Pictures that the server draws for each request: initials, and previews of shared links.
  drawnPictures: makeRateLimit(
    'address',
    'node',
    1_200,
    60,
    ['GET /media/initials/:file', 'GET /media/cars/:id/:file'],
    'decisions 0058 and 0060',
  ),
  // A sitemap reads up to 10,000 listings.
  sitemaps: makeRateLimit('address', 'node', 60, 60, ['GET /sitemap.xml', 'GET /sitemaps/:part'], 'decision 0069'),
  // Pictures that this server node has not found before. A search for a picture that does not exist asks the image store for
  // up to eight files.
  newPictures: makeRateLimit('address', 'node', 1_200, 60, ['new GET /media/:file'], 'decision 0069'),
  // Events of the card provider without a valid signature. Valid events are never counted.
  refusedEvents: makeRateLimit(
    'address',
    'node',
    60,
    60,
    ['refused POST /api/webhooks/card-provider'],
    'decision 0069',
  ),
  // Requests of a payment page to the sandbox card provider.
  sandboxCards: makeRateLimit('address', 'node', 120, 60, ['POST /sandbox-card-provider/*'], 'decision 0033'),
} as const satisfies Readonly<Record<string, RateLimit>>;

export type RateLimitName = keyof typeof rateLimits;
export type RateLimits = Readonly<Record<RateLimitName, RateLimit>>;

/**
 * Returns the same table without any limits, for tests and measurements that make thousands of calls.
 * @param remainingLimits the limits that should still apply.
 */
export function withoutRateLimits(remainingLimits: Partial<RateLimits> = {}): RateLimits {
  const limitNames = Object.keys(rateLimits) as RateLimitName[];
  return Object.fromEntries(
    limitNames.map((name) => [name, remainingLimits[name] ?? { ...rateLimits[name], count: Number.POSITIVE_INFINITY }]),
  ) as RateLimits;
}

function makeRateLimit(
  scope: RateLimit['scope'],
  counterLocation: RateLimit['counterLocation'],
  count: number,
  seconds: number,
  calls: readonly string[],
  source: string,
): RateLimit {
  return { scope, counterLocation, count, seconds, calls, source };
}
