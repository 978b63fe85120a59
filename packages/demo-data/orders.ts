/** The e-mail addresses of the buyers of the demo orders. Both buyers are demo logins that the server prints. */
const buyerOneEmail = 'buyer@carhouse.example';
const buyerTwoEmail = 'buyer2@carhouse.example';

/**
 * An order of the demo data. The order names its car by the car's key in the stock. An order of a car that is no longer
 * on offer is left out.
 */
export interface DemoOrder {
  readonly buyer: string;
  readonly car: string;
  /** How many whole days before today the car was booked. The car was posted before the booking. */
  readonly daysAgo: number;
  readonly meeting: string;
  readonly number: string;
  /**
   * The final state of the order. The order is paid or cancelled on the day after the booking, and refunded two days
   * later. Without an outcome, the order is unpaid.
   */
  readonly outcome?: 'paid' | 'refunded' | 'cancelled';
}

const numbers = { one: '9123 4567', two: '9234 5678' };

/**
 * The demo orders, the oldest first. The orders cover every state of an order. The orders belong to both buyers, and
 * the sellers are Seller One, Seller Two and the admin.
 */
export const demoOrders: readonly DemoOrder[] = [
  {
    buyer: buyerTwoEmail,
    car: 'mercedes-benz-cla-200-2024-3',
    daysAgo: 33,
    meeting: 'Sat, 11 am',
    number: numbers.two,
    outcome: 'refunded',
  },
  {
    buyer: buyerOneEmail,
    car: 'mercedes-benz-e-300-2020-1',
    daysAgo: 28,
    meeting: 'Sun, after lunch',
    number: numbers.one,
    outcome: 'cancelled',
  },
  {
    buyer: buyerTwoEmail,
    car: 'audi-s5-sportback-2021-1',
    daysAgo: 25,
    meeting: 'Wed evening',
    number: numbers.two,
    outcome: 'paid',
  },
  {
    buyer: buyerOneEmail,
    car: 'tesla-model-3-2021-2',
    daysAgo: 20,
    meeting: 'Fri, lunch time',
    number: numbers.one,
    outcome: 'paid',
  },
  {
    buyer: buyerTwoEmail,
    car: 'mercedes-benz-amg-g-63-2020-1',
    daysAgo: 6,
    meeting: 'Next Tuesday',
    number: numbers.two,
  },
  {
    buyer: buyerOneEmail,
    car: 'audi-a5-sportback-2022-3',
    daysAgo: 4,
    meeting: 'A weekday evening',
    number: numbers.one,
  },
  {
    buyer: buyerOneEmail,
    car: 'tesla-model-y-long-range-2023-2',
    daysAgo: 2,
    meeting: 'Sat, after 3 pm',
    number: numbers.one,
  },
  {
    buyer: buyerTwoEmail,
    car: 'tesla-model-y-long-range-2023-2',
    daysAgo: 1,
    meeting: 'Sun, in the morning',
    number: numbers.two,
  },
];

export interface DemoWish {
  readonly buyerEmail: string;
  readonly car: string;
  readonly daysAgo: number;
}

export const demoWishes: readonly DemoWish[] = [
  { buyerEmail: buyerOneEmail, car: 'tesla-model-s-plaid-2023-1', daysAgo: 12 },
  { buyerEmail: buyerOneEmail, car: 'audi-rs-q8-2023-1', daysAgo: 8 },
  { buyerEmail: buyerOneEmail, car: 'lamborghini-urus-2022-1', daysAgo: 2 },
  { buyerEmail: buyerTwoEmail, car: 'mercedes-benz-amg-sl-43-2023-1', daysAgo: 5 },
];

export interface DemoFeedback {
  readonly sender: string;
  readonly text: string;
  readonly daysAgo: number;
}

export const demoFeedback: readonly DemoFeedback[] = [
  { sender: buyerTwoEmail, text: 'I would like to search by mileage, too.', daysAgo: 9 },
  { sender: buyerOneEmail, text: 'The cost of a year on every car makes comparing easy.', daysAgo: 3 },
];
