import { formatCountWithNoun } from '../../ui/format.ts';

/** Texts of the admins' list of all sellers' cars. */
export const adminCarMessages = {
  lead: (cars: number, hiddenCount: number): string =>
    `${formatCountWithNoun(cars, 'car', 'cars')}${hiddenCount === 0 ? '' : `, ${formatCountWithNoun(hiddenCount, 'hidden', 'hidden')}`}`,
  caption: 'Cars of all sellers',
  captionOf: (seller: string): string => `Cars of ${seller}`,
  search: 'Car, seller or email',
  show: 'Show',
  states: {
    all: 'All',
    available: 'On sale',
    'not-shown': 'Not shown',
    hidden: 'Hidden',
    draft: 'Drafts',
    withdrawn: 'Withdrawn',
    sold: 'Sold',
  },
  state: {
    available: 'On sale',
    'not-shown': 'Not shown',
    hidden: 'Hidden',
    draft: 'Draft',
    withdrawn: 'Withdrawn',
    sold: 'Sold',
  },
  columns: {
    car: 'Car',
    seller: 'Seller',
    price: 'Price',
    posted: 'Posted',
    bookings: 'Open bookings',
    state: 'Status',
    actions: 'Actions',
    reason: 'Reason',
  },
  suspended: 'Seller suspended',
  shown: (cars: number): string => formatCountWithNoun(cars, 'car', 'cars'),
  failed: 'The cars could not be loaded',
  none: 'No cars yet',
  noneHint: 'Every car that a seller adds shows up here.',
  noMatch: 'No car matches',
  noMatchHint: 'Try a shorter part of the car or of the seller, or show all cars.',
  showAll: 'Show all cars',
  open: 'Open the car',
  seller: 'The seller',
  audit: 'Audit of the car',
  hide: 'Hide',
  hideNamed: (car: string): string => `Hide ${car}`,
  unhide: 'Show again',
  unhideNamed: (car: string): string => `Show ${car} again`,
  hiding: {
    question: 'Hide this car?',
    effect: (bookings: number): string =>
      `It leaves every list and page at once.${bookings === 0 ? '' : ` ${formatCountWithNoun(bookings, 'open booking is', 'open bookings are')} cancelled, and the buyers are told.`} A buyer who is paying can no longer pay. You can show the car again, within the limits of its seller; cancelled bookings stay cancelled.`,
    effectOnDraft:
      'Only its seller and admins see it now. Its seller can no longer put it on sale. When you show the car again, it is a draft as before.',
    effectOnWithdrawn:
      'Its seller has withdrawn it and can no longer put it on sale. When you show the car again, it is withdrawn as before.',
    effectOnSold:
      'Its seller has marked it as sold, without a payment here. It leaves every list and page at once. When you show the car again, it is withdrawn.',
    reason: 'Reason',
    reasonHint: 'The seller reads it in My Products',
    reasonRequired: 'Please say why, in three characters or more',
    keep: 'Keep it',
    done: (car: string): string => `${car} is hidden`,
    already: 'Another admin did this before',
  },
  shownAgain: (car: string): string => `${car} is no longer hidden`,
} as const;
