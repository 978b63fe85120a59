import { count, counted } from '../../ui/format.ts';

/** My Buyers. */
export const saleMessages = {
  caption: 'Bookings of your cars',
  buyer: 'Buyer',
  car: 'Car',
  meeting: 'Meeting date',
  number: 'Number',
  booked: 'Booked',
  price: 'Price',
  order: 'Order',
  actions: 'Actions',
  leftBuyer: 'A buyer who has left',
  unpaid: 'Unpaid',
  paid: 'Paid',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  cancel: 'Cancel',
  cancelOf: (car: string, buyer: string): string => `Cancel the booking of ${car} by ${buyer}`,
  question: 'Cancel this booking?',
  questionText: (car: string, buyer: string): string =>
    `${buyer} wants to see ${car}. The booking ends, and the buyer is told by mail.`,
  reason: 'Reason',
  reasonHint: 'The buyer reads it in My Orders',
  reasonPlaceholder: 'The car is at the workshop until December',
  keep: 'Keep it',
  confirm: 'Cancel booking',
  done: (buyer: string): string => `The booking by ${buyer} is cancelled`,
  lost: 'Nothing that you typed is lost.',
  shownOf: (shown: number, total: number): string => `${count(shown)} of ${counted(total, 'booking', 'bookings')}`,
  newest: (shown: number): string => `The newest ${count(shown)} bookings`,
  failed: 'Your buyers did not arrive',
  failedText: (reason: string): string => `${reason} Their bookings are safe.`,
  empty: {
    title: 'No buyers yet',
    text: 'When somebody books one of your cars, their meeting date and number appear here.',
  },
} as const;
