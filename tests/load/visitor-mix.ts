/** What one arrival asks for. A read changes nothing; a card goes to the card provider, which is not the product. */
export type VisitClass = 'read' | 'write' | 'card';

type VisitRow = {
  readonly class: VisitClass;
  /** How many of a thousand arrivals are of this kind. */
  readonly weight: number;
  readonly reason: string;
};

/**
 * The mix of visitors. No real marketplace publishes such detailed figures, so the weights are assumptions, and each
 * row states its reason. 93 of 100 requests are reads. The weights of the four purchase steps follow from how many
 * people take each step.
 */
export const visitorMix = {
  home: { class: 'read', weight: 90, reason: 'one visit of three begins at Home, and has ten requests' },
  brandPage: { class: 'read', weight: 150, reason: 'Home leads to brands; a brand is looked at more often than Home' },
  search: { class: 'read', weight: 210, reason: 'each filter that is set asks again, with the counts of every facet' },
  textSearch: { class: 'read', weight: 60, reason: 'few type, and then with typing mistakes' },
  suggest: { class: 'read', weight: 80, reason: 'those who type ask several times for one search' },
  car: { class: 'read', weight: 200, reason: 'a car that is opened from a list, by the scripts of the page' },
  carPage: { class: 'read', weight: 70, reason: 'a car that is opened by a link from elsewhere: HTML' },
  searchPage: { class: 'read', weight: 20, reason: 'a search that is opened by a link: HTML, rendered' },
  wishList: { class: 'read', weight: 15, reason: 'buyers come back to the cars they have marked' },
  orders: { class: 'read', weight: 15, reason: 'buyers look how their order stands' },
  sellerCars: { class: 'read', weight: 15, reason: 'sellers look at their list' },
  sales: { class: 'read', weight: 5, reason: 'sellers look who has ordered' },
  adminOverview: { class: 'read', weight: 3, reason: 'a few admins work all day' },
  adminAccounts: { class: 'read', weight: 1, reason: 'a list of people, by an admin' },
  adminPayments: { class: 'read', weight: 1, reason: 'a list of payments, by an admin' },
  wish: { class: 'write', weight: 25, reason: 'one car of ten that are opened is marked' },
  book: {
    class: 'write',
    weight: 16,
    reason: 'one car of seventeen that are opened is ordered, far more than in life',
  },
  openCharge: { class: 'write', weight: 8, reason: 'half of the orders are paid by card: the charge is opened' },
  card: { class: 'card', weight: 8, reason: 'the same people: the card, at the sandbox card provider' },
  pay: { class: 'write', weight: 8, reason: 'the same people: the payment is completed' },
} as const satisfies Readonly<Record<string, VisitRow>>;

export type VisitKind = keyof typeof visitorMix;

export const visitKinds = Object.keys(visitorMix) as VisitKind[];

const totalWeight = visitKinds.reduce((sum, kind) => sum + visitorMix[kind].weight, 0);

/** Chooses what the next arrival asks for. @param randomNumber a number from 0 to less than 1. */
export function chooseVisit(randomNumber: number): VisitKind {
  let remainingWeight = randomNumber * totalWeight;
  for (const kind of visitKinds) {
    remainingWeight -= visitorMix[kind].weight;
    if (remainingWeight < 0) return kind;
  }
  throw new RangeError('The number must be less than 1.');
}

/** Number of cars that visitors only look at, so that such a car is not sold during the run. */
export const shownCarCount = 2_000;

/**
 * Returns the number of cars that so many arrivals need at most: those that are only read, and one for each order. A
 * purchase step orders a car when no order waits for the step, so each purchase step may become an order.
 */
export function countCarsNeeded(arrivalCount: number): number {
  const purchaseWeight =
    visitorMix.book.weight + visitorMix.openCharge.weight + visitorMix.card.weight + visitorMix.pay.weight;
  // The kinds of arrivals are random, so the result allows a fifth more than the expected number, and a hundred more
  // for short runs.
  return shownCarCount + Math.ceil((arrivalCount * purchaseWeight * 1.2) / totalWeight) + 100;
}
