import { ledgerMutants } from './ledger-mutants.ts';
import type { Mutant } from './mutant.ts';
import { orderEndMutants } from './order-end-mutants.ts';
import { paynowMutants } from './paynow-mutants.ts';

const orderStepTests = ['apps/server/bookings/mark-order-step.test.ts'];

/**
 * Mutants of orders: what a booking requires, who marks which step, who reads the order, and who is notified (decision
 * 0055).
 */
export const orderMutants: readonly Mutant[] = [
  {
    name: 'OR1',
    fault: 'a booking without a day or a telephone number is taken',
    edits: [
      {
        file: 'apps/server/bookings/book-listing.ts',
        find: "  if (faults.length > 0) throw new DomainError('BOOKING_INCOMPLETE', { errors: faults });\n",
        replace: '',
      },
    ],
    tests: ['apps/server/bookings/book-listing.test.ts'],
  },
  {
    name: 'OR2',
    fault: 'any text is a telephone number',
    edits: [
      {
        file: 'packages/contract/phone-number.ts',
        find: 'return phoneNumber?.isValid() === true ? phoneNumber.number : undefined;',
        replace: 'return phoneNumber?.number ?? text;',
      },
    ],
    tests: ['packages/contract/phone-number.test.ts'],
  },
  {
    name: 'OR3',
    fault: 'bookings that no card can pay take places among the five',
    edits: [
      {
        file: 'apps/server/bookings/book-listing.ts',
        find: 'countBookingsOfSameKind(openBookings, car.price)',
        replace: 'openBookings.length',
      },
      { file: 'apps/server/bookings/book-listing.ts', find: '  countBookingsOfSameKind,\n', replace: '' },
    ],
    tests: ['apps/server/bookings/book-listing.test.ts'],
  },
  {
    name: 'OR4',
    fault: 'the buyer marks the hand-over',
    edits: [
      {
        file: 'packages/domain/booking/order-lifecycle.ts',
        find: "event: 'hand-over', to: 'handed-over', by: ['seller'] }",
        replace: "event: 'hand-over', to: 'handed-over', by: ['buyer', 'seller'] }",
      },
    ],
    tests: ['packages/domain/lifecycle/parties.test.ts'],
  },
  {
    name: 'OR5',
    fault: 'a step that is marked already is refused, also when both sides mark it at once',
    edits: [
      {
        file: 'apps/server/bookings/mark-order-step.ts',
        find: '    if (steps.some((each) => each.step === step)) return 0;\n',
        replace: '',
      },
    ],
    tests: orderStepTests,
  },
  {
    name: 'OR6',
    fault: 'everybody reads every order with its telephone numbers',
    edits: [
      {
        file: 'apps/server/bookings/show-order-page.ts',
        find: 'booking === undefined || !mayReadOrder(actor, booking)',
        replace: 'booking === undefined || !mayReadOrder({ ...actor, role: "admin" }, booking)',
      },
      {
        file: 'apps/server/bookings/show-order-page.ts',
        find: "actor.role === 'admin'\n",
        replace: 'actor.role !== null\n',
      },
    ],
    tests: orderStepTests,
  },
  {
    name: 'OR7',
    fault: 'a cancelled order still shows the number of the seller',
    edits: [
      {
        file: 'apps/server/bookings/present-order-page.ts',
        find: "...(hasOrderEnded ? {} : presentPhoneNumber(orderPageFacts.sellerPhoneNumber ?? '')),",
        replace: "...presentPhoneNumber(orderPageFacts.sellerPhoneNumber ?? ''),",
      },
    ],
    tests: orderStepTests,
  },
  {
    name: 'OR8',
    fault: 'a booking is mailed to nobody',
    edits: [
      {
        file: 'apps/server/bookings/book-listing.ts',
        find: 'save: [makeBookingInsertStatement(booking), makePaymentMailStatement(context, bookingMails)]',
        replace:
          'save: [makeBookingInsertStatement(booking), makePaymentMailStatement(context, bookingMails.slice(2))]',
      },
    ],
    tests: ['apps/server/payments/deliver-outbox.test.ts'],
  },
  {
    name: 'OR9',
    fault: 'the words of the buyer stand in the calendar file',
    edits: [
      {
        file: 'apps/server/payments/present-viewing-files.ts',
        find: '    summary: ',
        replace: '    summary: booking.meetingDate + ',
      },
    ],
    tests: ['apps/server/payments/deliver-outbox.test.ts'],
  },
  {
    name: 'OR10',
    fault: 'the links of a calendar file are not checked',
    edits: [
      {
        file: 'packages/mail/compose-message.ts',
        find: '[name, letter.subject, letter.text, ...calendarFiles.map(unfoldCalendarText)]',
        replace: '[name, letter.subject, letter.text]',
      },
    ],
    tests: ['packages/mail/smtp-mailer.test.ts'],
  },
  {
    name: 'OR11',
    fault: 'a car is named with its make twice',
    edits: [
      {
        file: 'packages/domain/car/car-name.ts',
        find: 'findFirstWord(title) === findFirstWord(make) ? title : ',
        replace: '',
      },
    ],
    tests: ['packages/domain/car/car-name.test.ts'],
  },
  {
    name: 'OR12',
    fault: 'the database takes a step out of its order',
    edits: [
      {
        file: 'packages/database/migrations/0040-order-steps.sql',
        find: 'IF allowed IS NOT TRUE THEN',
        replace: 'IF allowed IS NULL THEN',
      },
    ],
    tests: orderStepTests,
  },
  ...ledgerMutants,
  ...paynowMutants,
  ...orderEndMutants,
];
