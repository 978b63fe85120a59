import type { Mutant } from './mutant.ts';

const tests = ['apps/server/listings/hide-listing.test.ts'];

/** Mutants of hiding a car from sale by an admin, and of showing it again. */
export const offSaleMutants: readonly Mutant[] = [
  {
    name: 'ATTACK-RELIST-WITHDRAWN',
    fault: 'a seller relists a car that an admin took off sale',
    edits: [
      {
        file: 'packages/domain/listing/listing-lifecycle.ts',
        find: "  if (from === 'hidden' && party === 'seller') throw new DomainError('HIDDEN_BY_ADMIN');\n",
        replace: '',
      },
      {
        file: 'packages/domain/listing/listing-lifecycle.ts',
        find: "{ from: 'withdrawn', event: 'relist', to: 'available', by: ['seller'] },",
        replace:
          "{ from: 'withdrawn', event: 'relist', to: 'available', by: ['seller'] },\n    { from: 'hidden', event: 'relist', to: 'available', by: ['seller'] },",
      },
      {
        file: 'packages/database/listings/listings.ts',
        find: "text: 'UPDATE listing SET status = $3, updated_at = $4",
        replace: "text: 'UPDATE listing SET status = $3, hidden_reason = NULL, hidden_from = NULL, updated_at = $4",
      },
    ],
    tests,
  },
  {
    name: 'OFF-SALE-WITHDRAWAL',
    fault: 'the withdrawal of an admin leaves the car to its seller',
    edits: [
      {
        file: 'apps/server/listings/withdraw-listing.ts',
        find: "  if (actor.role === 'admin') return hideListing(context, actor, id, defaultHideReason);\n  assertRole(actor, 'Seller');\n",
        replace:
          "  if (defaultHideReason === '') return hideListing(context, actor, id, defaultHideReason);\n  assertRole({ role: 'Seller' }, 'Seller');\n",
      },
      {
        file: 'apps/server/listings/withdraw-listing.ts',
        find: 'lockOwnListing(trx',
        replace: 'lockManagedListing(trx',
      },
      {
        file: 'apps/server/listings/withdraw-listing.ts',
        find: 'import { lockOwnListing }',
        replace: 'import { lockManagedListing }',
      },
      {
        file: 'packages/domain/listing/listing-lifecycle.ts',
        find: "to: 'withdrawn', by: ['seller'] },",
        replace: "to: 'withdrawn', by: ['seller', 'admin'] },",
      },
    ],
    tests,
  },
  {
    name: 'OFF-SALE-LIMIT',
    fault: 'a car that an admin shows again is above the limit of its seller, or a duplicate',
    edits: [
      {
        file: 'apps/server/listings/unhide-listing.ts',
        find: "if (nextStatus === 'available') await",
        replace: "if (nextStatus === 'draft') await",
      },
    ],
    tests,
  },
  {
    name: 'OFF-SALE-LOCK',
    fault: 'the seller is not locked while an admin shows a car again',
    edits: [
      {
        file: 'apps/server/listings/unhide-listing.ts',
        find: 'authoriseAdminForAccounts(context, trx, actor, sellerIds);',
        replace: 'authoriseAdminForAccounts(context, trx, actor, []);',
      },
      {
        file: 'apps/server/listings/unhide-listing.ts',
        find: 'const seller = accounts.find((account) => account.id === sellerId);',
        replace: 'const seller = await findAccount(trx, sellerIds[0] ?? accounts[0]!.id);',
      },
      {
        file: 'apps/server/listings/unhide-listing.ts',
        find: 'import { recordAudit }',
        replace: "import { findAccount } from '@carhouse/database/accounts/accounts';\nimport { recordAudit }",
      },
    ],
    tests,
  },
  {
    name: 'OFF-SALE-MIGRATION',
    fault: 'a car that an admin withdrew before can be relisted',
    edits: [
      {
        file: 'packages/database/migrations/0044-one-way-off-sale.sql',
        find: 'e.actor_id <> listing.seller_id\n',
        replace: 'e.actor_id = listing.seller_id\n',
      },
    ],
    tests: ['packages/database/listings/hidden-listings.test.ts'],
  },
];
