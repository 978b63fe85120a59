/** The e-mail addresses of the buyers of the demo orders. Both buyers are demo logins that the server prints. */
const buyerOne = 'buyer@carhouse.example';
const buyerTwo = 'buyer2@carhouse.example';

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
    buyer: buyerTwo,
    car: 'mercedes-benz-cla-200-2024-3',
    daysAgo: 33,
    meeting: 'Sat, 11 am',
    number: numbers.two,
    outcome: 'refunded',
  },
  {
    buyer: buyerOne,
    car: 'mercedes-benz-e-300-2020-1',
    daysAgo: 28,
    meeting: 'Sun, after lunch',
    number: numbers.one,
    outcome: 'cancelled',
  },
  {
    buyer: buyerTwo,
    car: 'audi-s5-sportback-2021-1',
    daysAgo: 25,
    meeting: 'Wed evening',
    number: numbers.two,
    outcome: 'paid',
  },
  {
    buyer: buyerOne,
    car: 'tesla-model-3-2021-2',
    daysAgo: 20,
    meeting: 'Fri, lunch time',
    number: numbers.one,
    outcome: 'paid',
  },
  {
    buyer: buyerTwo,
    car: 'mercedes-benz-amg-g-63-2020-1',
    daysAgo: 6,
    meeting: 'Next Tuesday',
    number: numbers.two,
  },
  { buyer: buyerOne, car: 'audi-a5-sportback-2022-3', daysAgo: 4, meeting: 'A weekday evening', number: numbers.one },
  {
    buyer: buyerOne,
    car: 'tesla-model-y-long-range-2023-2',
    daysAgo: 2,
    meeting: 'Sat, after 3 pm',
    number: numbers.one,
  },
  {
    buyer: buyerTwo,
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
  { buyerEmail: buyerOne, car: 'tesla-model-s-plaid-2023-1', daysAgo: 12 },
  { buyerEmail: buyerOne, car: 'audi-rs-q8-2023-1', daysAgo: 8 },
  { buyerEmail: buyerOne, car: 'lamborghini-urus-2022-1', daysAgo: 2 },
  { buyerEmail: buyerTwo, car: 'mercedes-benz-amg-sl-43-2023-1', daysAgo: 5 },
];

export interface DemoFeedback {
  readonly sender: string;
  readonly text: string;
  readonly daysAgo: number;
}

export const demoFeedback: readonly DemoFeedback[] = [
  { sender: buyerTwo, text: 'I would like to search by mileage, too.', daysAgo: 9 },
  { sender: buyerOne, text: 'The cost of a year on every car makes comparing easy.', daysAgo: 3 },
];
