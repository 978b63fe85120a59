import { formatCount, formatCountWithNoun } from '../../ui/format.ts';

/** Texts of the page My Buyers. */
export const saleMessages = {
  caption: 'Bookings of your cars',
  buyer: 'Buyer',
  car: 'Car',
  meeting: 'Meeting date',
  number: 'Phone',
  booked: 'Booked',
  price: 'Price',
  order: 'Order and next step',
  actions: 'Actions',
  leftBuyer: 'A buyer who has left',
  unpaid: 'Unpaid',
  /** A part of the price is paid, so the car is kept for the buyer. */
  reserved: 'Reserved',
  paid: 'Paid',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  bookingOf: (car: string, buyer: string): string => `the booking of ${car} by ${buyer}`,
  numberGone: 'No longer shown',
  shownOf: (shownCount: number, total: number): string =>
    `${formatCount(shownCount)} of ${formatCountWithNoun(total, 'booking', 'bookings')}`,
  newest: (shownCount: number): string => `The newest ${formatCount(shownCount)} bookings`,
  failed: 'Your buyers could not be loaded',
  failedText: (reason: string): string => `${reason} Their bookings are safe.`,
  empty: {
    title: 'No buyers yet',
    text: 'When somebody books one of your cars, their meeting date and number appear here.',
  },
} as const;
