import { texts } from '@carhouse/contract/texts';
import { formatCount, formatCountWithNoun, formatMoney } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';

/** Texts of the sellers' and buyers' dashboards. */
export const overviewMessages = {
  failed: 'The figures could not be loaded',
  failedText: (reason: string): string => `${reason} Your cars and orders are safe.`,
  /** The paid orders that are not finished, of a buyer or a seller. */
  underWay: { title: 'Orders under way' },
  seller: {
    verifiedSince: (name: string, since: string): string => `${name}, verified since ${formatDate(since)}`,
    notVerified: (name: string): string => `${name}, not verified yet`,
    cars: 'Cars listed',
    carParts: (parts: readonly string[]): string => (parts.length === 0 ? 'None yet' : parts.join(', ')),
    bookingsOfWeek: 'Bookings in seven days',
    onWeekBefore: (bookings: number, change: number): string =>
      change === 0
        ? `${bookings === 0 ? 'None, as' : 'As many as'} in the seven days before`
        : `${formatCount(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than in the seven days before`,
    viewings: 'Viewings to come',
    next: (meeting: string): string => `Next: ${meeting}`,
    noViewings: 'No meeting is to come',
    paid: 'Paid by buyers',
    orders: (orders: number, since: string | null): string =>
      since === null ? 'Nothing yet' : `${formatCountWithNoun(orders, 'order', 'orders')} since ${formatDate(since)}`,
    chart: 'Bookings per day',
    chartKey: 'Six weeks, the last seven days in green',
    chartSentence: (total: number, bookingCountThisWeek: number): string =>
      `${formatCountWithNoun(total, 'booking', 'bookings')} in six weeks, ${formatCount(bookingCountThisWeek)} of them in the last seven days.`,
    noBookings: 'No bookings of your cars in the last six weeks.',
    today: 'Today',
    coe: 'COE left on your cars',
    noCoe: 'No car of yours on offer has an end of its COE.',
    bookings: 'Newest bookings',
    bookedBy: (buyer: string, meeting: string): string => (meeting === '' ? buyer : `${buyer}, ${meeting}`),
    leftBuyer: 'A buyer who has left',
    noneBooked: 'A booking of one of your cars shows up here.',
    toDo: 'To do',
    addImages: (title: string): string => `Add photos to ${title}`,
    hasImages: (images: number): string =>
      images === 0 ? 'It has no photo.' : `It has ${formatCountWithNoun(images, 'photo', 'photos')}.`,
    notAdvertised: (title: string): string => `${title} is not advertised`,
    listedSince: (since: string): string => `It has been listed since ${formatDate(since)}.`,
    drafts: (drafts: number): string => `${formatCountWithNoun(drafts, 'draft waits', 'drafts wait')} to be published`,
    draftsText: 'Only you can see them.',
    noTasks: 'Nothing to do.',
    unverified: 'You are not verified yet',
    unverifiedText: 'Your cars are on sale without the tick until an admin verifies you.',
  },
  server: {
    noRole: (name: string): string => `${name}, an account without a role yet`,
    cars: 'Cars on sale',
    brands: (brands: number): string => formatCountWithNoun(brands, 'brand', 'brands'),
    lowest: 'Lowest price',
    highest: 'Highest price',
    noCar: 'No car yet',
    byBrand: 'Cars by brand',
    none: 'No car is on sale yet.',
    from: (price: string): string => `from ${price}`,
  },
  status: { unpaid: 'Unpaid', paid: 'Paid', cancelled: 'Cancelled', refunded: 'Refunded' },
  buyer: {
    /**
     * The introduction of a buyer's dashboard. `cardOrderCount` is the number of open orders that can be paid by card;
     * `To pay` shows their sum. `otherOrderCount` is the number of orders that buyer and seller settle by other means.
     */
    lead: (name: string, cardOrderCount: number, otherOrderCount: number): string =>
      [
        name,
        cardOrderCount === 0 ? 'nothing to pay' : `${formatCountWithNoun(cardOrderCount, 'order', 'orders')} to pay`,
        ...(otherOrderCount === 0 ? [] : [`${formatCount(otherOrderCount)} by arrangement`]),
      ].join(', '),
    orders: 'Orders',
    orderParts: (openCount: number, paidCount: number, closedOrderCount: number): string =>
      `${formatCount(openCount)} open, ${formatCount(paidCount)} paid${closedOrderCount === 0 ? '' : `, ${formatCount(closedOrderCount)} closed`}`,
    toPay: 'To pay',
    across: (cars: number): string =>
      cars === 0 ? 'Nothing is waiting' : `Across ${formatCountWithNoun(cars, 'car', 'cars')}`,
    spent: 'Paid',
    spentFor: (cars: number): string =>
      cars === 0 ? 'Nothing yet' : `For ${formatCountWithNoun(cars, 'car', 'cars')}`,
    wishes: `On ${texts.drawer.myWishList}`,
    dropped: (cars: number): string => (cars === 0 ? 'None dropped in price' : `${formatCount(cars)} dropped in price`),
    waiting: 'Waiting for payment',
    noneWaiting: 'No order is waiting. A car that you book shows up here.',
    byArrangement: 'by arrangement',
    toTheSeller: 'to the seller',
    payTheSeller: { title: 'Pay the seller', text: 'The order says how they want to be paid.' },
    payFor: (title: string): string => `${texts.myOrders.pay} for ${title}`,
    moves: `Price moves on ${texts.drawer.myWishList}`,
    noMoves: 'A car that you wish for shows up here.',
    was: (price: number, since: string): string => `was ${formatMoney(price)} on ${formatDate(since)}`,
    noChange: (since: string): string => `no change since ${formatDate(since)}`,
    cost: 'What your shortlist costs a year',
    costKey: 'Depreciation',
    costOf: (dollars: number): string => formatMoney(Math.round(dollars)),
    nextViewing: 'Next viewing',
    noDate: 'No meeting date given',
    at: (location: string, seller: string): string => `${location}, with ${seller}`,
    steps: 'How it works',
    stepList: [
      { title: 'Choose a car', text: 'Every collection is under Car Collections.' },
      { title: 'Book a viewing', text: `${texts.bookNow}, and say when you want to meet.` },
      { title: 'Pay by card or with PayNow', text: 'The order waits here until you do.' },
    ],
  },
} as const;
