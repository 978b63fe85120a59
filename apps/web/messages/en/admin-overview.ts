import { formatCount, formatCountWithNoun } from '../../ui/format.ts';

/** Texts of the admin's dashboard. */
export const adminOverviewMessages = {
  title: 'Overview',
  failed: 'The figures could not be loaded',
  figures: {
    sellers: 'Sellers',
    toVerify: (waitingCount: number): string =>
      waitingCount === 0 ? 'All verified' : `${formatCount(waitingCount)} to verify`,
    buyers: 'Buyers',
    newThisMonth: (newCount: number): string => `+${formatCount(newCount)} this month`,
    cars: 'Cars on sale',
    advertised: (cars: number): string => `${formatCount(cars)} advertised`,
    paid: 'Paid this month',
    orders: (orders: number): string => formatCountWithNoun(orders, 'order', 'orders'),
  },
  verify: {
    title: 'Sellers to verify',
    none: 'Every seller is verified.',
    since: (cars: number, joinDate: string): string =>
      `${formatCountWithNoun(cars, 'car', 'cars')}, joined ${joinDate}`,
    review: 'Review',
    reviewOf: (name: string): string => `Review ${name}`,
    more: (remainingCount: number): string => `${formatCount(remainingCount)} more`,
  },
  brands: { title: 'Cars by brand', none: 'No car is on sale yet.' },
  perDay: {
    title: 'Paid per day',
    none: 'Nothing was paid in the last 30 days.',
    key: (limit: string): string => `30 days, days over ${limit} in green`,
    sentence: (days: number, total: string, bestSum: string, bestDay: string): string =>
      `${formatCountWithNoun(days, 'day', 'days')} of the last 30 with payments, ${total} altogether, the most on ${bestDay} with ${bestSum}.`,
  },
  payments: {
    title: 'Latest payments',
    none: 'No order was paid yet.',
    refunded: 'Refunded',
    receiptOf: (number: string): string => `Receipt ${number}`,
    chargeOf: (number: string): string => `Charge of ${number} at the card company`,
  },
  accounts: { title: 'Newest accounts', none: 'Nobody has signed up yet.', noRole: 'no role yet' },
  attention: {
    title: 'Needs attention',
    nothing: 'Nothing waits for you.',
    refunds: 'Refunds to approve',
    newAdmins: 'New admins to approve',
    waiting: {
      complaints: (open: number): string => formatCountWithNoun(open, 'sale is frozen', 'sales are frozen'),
      reports: (open: number): string => formatCountWithNoun(open, 'open report', 'open reports'),
      paymentIssues: (open: number): string => formatCountWithNoun(open, 'open payment issue', 'open payment issues'),
      sellerPayments: (stoppedCount: number): string =>
        formatCountWithNoun(stoppedCount, 'payment was refused or sent back', 'payments were refused or sent back'),
      bankParts: (waitingCount: number): string => formatCountWithNoun(waitingCount, 'waits for you', 'wait for you'),
      refundApprovals: (waitingCount: number): string =>
        formatCountWithNoun(waitingCount, 'waits for you', 'wait for you'),
      adminApprovals: (waitingCount: number): string =>
        formatCountWithNoun(waitingCount, 'waits for you', 'wait for you'),
      imports: (waitingCount: number): string =>
        formatCountWithNoun(waitingCount, 'import to review', 'imports to review'),
      sellersToVerify: (waitingCount: number): string =>
        formatCountWithNoun(waitingCount, 'seller to verify', 'sellers to verify'),
      unreadFeedback: (unread: number): string =>
        formatCountWithNoun(unread, 'message is unread', 'messages are unread'),
    },
  },
} as const;
