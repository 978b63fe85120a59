import type { Mutant } from './mutant.ts';

/** Mutants of the rule that users see and change only their own records (M5 in docs/reliability.md). */
export const ownRecordMutants: readonly Mutant[] = [
  {
    name: 'M5a',
    fault: "another buyer's booking is found by its id",
    edits: [
      {
        file: 'packages/database/bookings/bookings.ts',
        find: "    .where('buyer_id', '=', buyerId)\n    .executeTakeFirst();",
        replace: "    .where('buyer_id', 'is not', buyerId && null)\n    .executeTakeFirst();",
      },
    ],
    tests: ['apps/server/bookings/list-orders.test.ts', 'apps/server/payments/record-payment.test.ts'],
  },
  {
    name: 'M5b',
    fault: "My Orders shows everybody's orders",
    edits: [
      {
        file: 'packages/database/bookings/bookings.ts',
        find: "let query = selectBookingRecords(database).where('buyer_id', '=', buyerId);",
        replace: "let query = selectBookingRecords(database).where('buyer_id', 'is not', buyerId && null);",
      },
    ],
    tests: ['apps/server/bookings/list-orders.test.ts'],
  },
  {
    name: 'M5c',
    fault: "the only open booking at a price is looked for among everybody's",
    edits: [
      {
        file: 'packages/database/bookings/bookings.ts',
        find: "    .where('buyer_id', '=', buyerId)\n    .where('status', '=', 'unpaid')\n    .where('price_cents', '=', price)",
        replace:
          "    .where('buyer_id', 'is not', buyerId && null)\n    .where('status', '=', 'unpaid')\n    .where('price_cents', '=', price)",
      },
    ],
    tests: ['apps/server/payments/pay-journey.test.ts'],
  },
  {
    name: 'M5d',
    fault: "the wish list shows everybody's wishes",
    edits: [
      {
        file: 'packages/database/wishes/wishes.ts',
        find: "    .where('wish.wisher_id', '=', wisherId)",
        replace: "    .where('wish.wisher_id', 'is not', wisherId && null)",
      },
    ],
    tests: ['apps/server/testing/row-level-security.test.ts'],
  },
  {
    name: 'M5e',
    fault: 'any user removes a wish from the list of another user',
    edits: [
      {
        file: 'packages/database/wishes/wishes.ts',
        find: "    .where('wisher_id', '=', wisherId)\n    .returningAll(",
        replace: "    .where('wisher_id', 'is not', wisherId && null)\n    .returningAll(",
      },
    ],
    tests: ['apps/server/wishes/add-wish.test.ts'],
  },
  {
    name: 'M5f',
    fault: "a seller advertises another's car",
    edits: [
      {
        file: 'apps/server/advertisements/add-advertisement.ts',
        find: ' || car.listing.seller.id !== actor.accountId',
        replace: '',
      },
    ],
    tests: ['apps/server/advertisements/add-advertisement.test.ts'],
  },
  {
    name: 'M5g',
    fault: "a seller edits another's car",
    edits: [
      {
        file: 'apps/server/listings/authorise-owner.ts',
        find: "if (findListingParty(actor, listing) !== 'seller') throw new DomainError('NOT_FOUND');",
        replace: "if (listing.seller.id === actor.email) throw new DomainError('NOT_FOUND');",
      },
      {
        file: 'apps/server/listings/authorise-owner.ts',
        find: 'if (car === undefined || findListingParty(actor, car.listing) === null) throw',
        replace: 'if (car === undefined) throw',
      },
    ],
    tests: ['apps/server/listings/change-listing.test.ts', 'apps/server/listings/withdraw-listing.test.ts'],
  },
  {
    name: 'M5h',
    fault: 'any user cancels the booking of another user',
    edits: [
      {
        file: 'apps/server/bookings/cancel-booking.ts',
        find: 'findBookingParty(actor, booking)',
        replace: 'findBookingParty({ ...actor, accountId: booking.sellerId }, booking)',
      },
    ],
    tests: ['apps/server/bookings/cancel-booking.test.ts'],
  },
  {
    name: 'M5i',
    fault: "a seller shows their own cars and everybody else's",
    edits: [
      {
        file: 'packages/database/listings/listings.ts',
        find: "selectListings(database).where('listing.seller_id', '=', sellerId)",
        replace: "selectListings(database).where('listing.seller_id', 'is not', sellerId && null)",
      },
    ],
    tests: ['apps/server/listings/list-own.test.ts'],
  },
  {
    name: 'M5j',
    fault: "another's uploaded picture is taken for one's own",
    edits: [
      {
        file: 'packages/database/images/images.ts',
        find: "          .where('image_upload.account_id', '=', accountId),",
        replace: "          .where('image_upload.account_id', 'is not', accountId && null),",
      },
    ],
    tests: ['apps/server/listings/create-listing.test.ts', 'apps/server/images/upload-image.test.ts'],
  },
  {
    name: 'M5k',
    fault: 'any user ends the session of another user',
    edits: [
      {
        file: 'packages/database/accounts/sessions.ts',
        find: "    .where('id', '=', id)\n    .where('account_id', '=', accountId)\n    .executeTakeFirst();\n  return result.numDeletedRows",
        replace:
          "    .where('id', '=', id)\n    .where('account_id', 'is not', accountId && null)\n    .executeTakeFirst();\n  return result.numDeletedRows",
      },
    ],
    tests: ['apps/server/accounts/revoke-sessions.test.ts'],
  },
  {
    name: 'M5l',
    fault: "everybody's sessions are listed",
    edits: [
      {
        file: 'packages/database/accounts/sessions.ts',
        find: "    .where('account_id', '=', accountId)\n    .where('expires_at', '>', now)",
        replace: "    .where('account_id', 'is not', accountId && null)\n    .where('expires_at', '>', now)",
      },
    ],
    tests: ['apps/server/accounts/revoke-sessions.test.ts'],
  },
];
