import type { Mutant } from './mutant.ts';

const files = ['apps/server/payments/present-viewing-files.test.ts'];

/** Mutants of the end of an order: telephone numbers, calendars and the limit of a card payment (decision 0063). */
export const orderEndMutants: readonly Mutant[] = [
  {
    name: 'OE1',
    fault: 'an order that has ended still shows the number of the buyer',
    edits: [
      {
        file: 'apps/server/bookings/present-order-page.ts',
        find: '...(hasOrderEnded ? {} : presentPhoneNumber(booking.buyerNumber)),',
        replace: '...presentPhoneNumber(booking.buyerNumber),',
      },
    ],
    tests: ['apps/server/bookings/mark-order-step.test.ts'],
  },
  {
    name: 'OE2',
    fault: 'My Buyers still shows the number of a buyer whose order has ended',
    edits: [
      {
        file: 'apps/server/bookings/present-sale.ts',
        find: '...(hasEndedWithoutSale(booking.status) ? {} : { buyerNumber: booking.buyerNumber }),',
        replace: 'buyerNumber: booking.buyerNumber,',
      },
      {
        file: 'apps/server/bookings/present-sale.ts',
        find: 'import { hasEndedWithoutSale, hasReceipt }',
        replace: 'import { hasReceipt }',
      },
    ],
    tests: ['apps/server/bookings/list-sales.test.ts'],
  },
  {
    name: 'OE3',
    fault: 'a cancellation is published as a further event, which no calendar removes',
    edits: [
      {
        file: 'apps/server/payments/present-viewing-files.ts',
        find: '    method,\n    now,',
        replace: "    method: 'PUBLISH',\n    now,",
      },
    ],
    tests: files,
  },
  {
    name: 'OE4',
    fault: 'only a cancellation removes the viewing: a refund and a lost car keep it',
    edits: [
      {
        file: 'apps/server/payments/present-viewing-files.ts',
        find: 'const hasFileForKind = isOpenOrderKind !== hasEndedWithoutSale(order.booking.status);',
        replace:
          "const hasFileForKind = isOpenOrderKind ? !hasEndedWithoutSale(order.booking.status) : kind === 'cancelled';",
      },
    ],
    tests: files,
  },
  {
    name: 'OE5',
    fault: 'the calendar of the seller keeps the viewings of the buyers who lost the car',
    edits: [
      {
        file: 'apps/server/payments/present-viewing-files.ts',
        find: "...(kind === 'sold' ? order.lost",
        replace: "...(kind === 'car-lost' ? order.lost",
      },
    ],
    tests: files,
  },
  {
    name: 'OE6',
    fault: 'a mail about a booking that is sent after its end adds the viewing again',
    edits: [
      {
        file: 'apps/server/payments/present-viewing-files.ts',
        find: 'const hasFileForKind = isOpenOrderKind !== hasEndedWithoutSale(order.booking.status);',
        replace: 'const hasFileForKind = isOpenOrderKind || hasEndedWithoutSale(order.booking.status);',
      },
    ],
    tests: files,
  },
  {
    name: 'OE7',
    fault: 'a digest has no calendar files',
    edits: [
      {
        file: 'apps/server/payments/deliver-outbox.ts',
        find: 'return files.slice(0, calendarFileCountMaximum);',
        replace: 'return files.slice(calendarFileCountMaximum);',
      },
    ],
    tests: files,
  },
  {
    name: 'OE8',
    fault: 'a date with its time has no year',
    edits: [
      {
        file: 'apps/web/ui/format-date.ts',
        find: "  month: 'short',\n  year: 'numeric',\n  hour: '2-digit',",
        replace: "  month: 'short',\n  hour: '2-digit',",
      },
    ],
    tests: ['apps/web/ui/format.test.ts'],
  },
  {
    name: 'OE9',
    fault: 'the refusal of a price above the card limit does not say the limit',
    edits: [
      {
        file: 'packages/domain/money/money.ts',
        find: 'const limit = ',
        replace: "const limit = '' && ",
      },
    ],
    tests: ['packages/domain/money/money.test.ts'],
  },
];
