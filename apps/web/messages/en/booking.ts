import { payInPartsText } from './card-limit.ts';

/** Texts of the booking dialog. */
export const bookingMessages = {
  title: 'Book a viewing',
  buyerName: 'Buyer name',
  email: 'Email',
  brand: 'Brand',
  model: 'Model',
  price: 'Price',
  location: 'Location',
  meetingDate: {
    label: 'Meeting date',
    example: 'Sat 28 Nov, 3 pm',
    hint: 'A day and a time, in your own words',
    readAs: (moment: string): string => `Read as ${moment}`,
    unread: 'Names no single day. The seller reads it as you wrote it.',
    pick: 'Or pick a day and time',
    pickHint: 'Fills the meeting date',
  },
  /** The confirmation above My Orders after a booking. */
  booked: {
    title: (car: string): string => `Booked: ${car}.`,
    sent: (seller: string, meetingDate: string): string =>
      `${seller} has your number and your meeting date, “${meetingDate}”.`,
    next: 'Next:',
  },
  buyerNumber: { label: 'Buyer number', example: '9123 4567', hint: 'The seller calls you on it' },
  confirming: 'Confirming',
  sellerAt: (seller: string, place: string): string => `${seller}, ${place}`,
  posted: 'Posted',
  costs: (price: string): string => `This car costs ${price}.`,
  payableByCard: 'Confirm charges nothing. You pay in My Orders, after the viewing if you like.',
  payableInParts: `Confirm charges nothing. ${payInPartsText}`,
  payableToSeller:
    'Confirm costs nothing. You pay the seller directly, after the viewing. Your order says how they want to be paid.',
  priceChanged: (seenPrice: string, currentPrice: string): string =>
    `The price has changed. You saw ${seenPrice}; it is now ${currentPrice}. Confirm again to book the car at ${currentPrice}.`,
  confirmAt: (price: string): string => `Confirm at ${price}`,
  kept: 'Nothing that you typed is lost.',
  already: 'You have booked this car already. Its order waits in My Orders.',
  toOrders: 'Go to My Orders',
  /** Texts for errors by their code. Each text replaces the server's message, which says too little about a booking. */
  refusals: {
    NOT_FOUND: 'This car is no longer on sale.',
    CAR_NOT_AVAILABLE: 'This car is no longer on sale.',
    CAR_ALREADY_SOLD: 'This car has been sold in the meantime.',
    UNAUTHENTICATED: 'You are no longer signed in. Sign in in another tab, then confirm again.',
  } as Readonly<Record<string, string>>,
} as const;
