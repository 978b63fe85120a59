import { accountMutants } from './account-mutants.ts';
import { adminScreenMutants } from './admin-screen-mutants.ts';
import { admissionMutants } from './admission-mutants.ts';
import { authorityMutants } from './authority-mutants.ts';
import { cacheMutants } from './cache-mutants.ts';
import { carMutants } from './car-mutants.ts';
import { factorMutants } from './factor-mutants.ts';
import { factsMutants } from './facts-mutants.ts';
import { growthMutants } from './growth-mutants.ts';
import { hardeningMutants } from './hardening-mutants.ts';
import { holdMutants } from './hold-mutants.ts';
import { identityMutants } from './identity-mutants.ts';
import { importMutants } from './import-mutants.ts';
import { lifecycleMutants } from './lifecycle-mutants.ts';
import { mailMutants } from './mail-mutants.ts';
import type { Mutant } from './mutant.ts';
import { orderMutants } from './order-mutants.ts';
import { ownRecordMutants } from './own-record-mutants.ts';
import { pageMutants } from './page-mutants.ts';
import { productionCheckMutants } from './production-check-mutants.ts';
import { reviewMutants } from './review-mutants.ts';
import { safeMutants } from './safe-mutants.ts';
import { searchMutants } from './search-mutants.ts';
import { secondFactorMutants } from './second-factor-mutants.ts';
import { securityMutants } from './security-mutants.ts';
import { sellerMutants } from './seller-mutants.ts';
import { settlementMutants } from './settlement-mutants.ts';
import { shardMutants } from './shard-mutants.ts';
import { shareMutants } from './share-mutants.ts';
import { sharesMutants } from './shares-mutants.ts';
import { trustMutants } from './trust-mutants.ts';
import { unconfirmedAccountMutants } from './unconfirmed-account-mutants.ts';
import { walksMutants } from './walks-mutants.ts';

/**
 * All mutants that the tests must notice. When the code does not contain the text that a mutant replaces, the mutant
 * counts as not noticed.
 */
export const mutants: readonly Mutant[] = [
  {
    name: 'M1',
    fault: 'no unique index keeps a car from being paid twice',
    edits: [
      {
        file: 'packages/database/migrations/0001-foundation.sql',
        find: "CREATE UNIQUE INDEX booking_one_paid_per_listing_key ON booking (listing_id) WHERE status = 'paid';",
        replace: '',
      },
    ],
    tests: ['packages/database/schema/constraints.test.ts'],
  },
  {
    name: 'M2',
    fault: "a webhook's signature is not looked at",
    edits: [
      {
        file: 'packages/payments/stripe-provider.ts',
        find: 'return stripe.webhooks.constructEvent(rawBody, signature, secret, maxSkewSeconds);',
        replace: 'return JSON.parse(String(rawBody)) as Stripe.Event;',
      },
    ],
    tests: ['apps/server/payments/receive-event.test.ts', 'apps/server/payments/refuse-event.test.ts'],
  },
  {
    name: 'M3',
    fault: "the client's resellPrice becomes the price that is charged",
    edits: [
      {
        file: 'apps/server/payments/open-payment.ts',
        find: "if (price !== undefined && price !== booking.price) throw new DomainError('PRICE_CHANGED');\n    return booking;",
        replace: 'return price === undefined ? booking : { ...booking, price };',
      },
    ],
    tests: ['apps/server/payments/pay-journey.test.ts'],
  },
  {
    name: 'M4a',
    fault: 'an event of the other mode is taken',
    edits: [
      { file: 'packages/payments/stripe-provider.ts', find: ' || event.livemode !== options.livemode', replace: '' },
    ],
    tests: ['apps/server/payments/receive-event.test.ts', 'apps/server/payments/refuse-event.test.ts'],
  },
  {
    name: 'M4b',
    fault: 'a charge of the other mode is taken',
    edits: [
      {
        file: 'apps/server/payments/settle-payment.ts',
        find: ' && intent.livemode === livemode',
        replace: ' && (intent.livemode === livemode || true)',
      },
    ],
    tests: ['apps/server/payments/record-payment.test.ts'],
  },
  ...ownRecordMutants,
  {
    name: 'M6',
    fault: 'a webhook is answered before its effect is committed',
    edits: [
      {
        file: 'apps/server/payments/receive-event.ts',
        find: '  await handleEvent(context, event);\n  await runPreparedStatement(context.pool, makeEventProcessedStatement(event.eventId, context.now()));',
        replace:
          '  void handleEvent(context, event)\n    .then(() => runPreparedStatement(context.pool, makeEventProcessedStatement(event.eventId, context.now())))\n    .catch(() => undefined);',
      },
    ],
    tests: ['apps/server/payments/receive-event.test.ts', 'apps/server/payments/refuse-event.test.ts'],
  },
  {
    name: 'M7',
    fault: 'PostgreSQL acknowledges before the write is on disk (synchronous_commit=off)',
    edits: [
      {
        file: 'packages/embedded-postgres/server-settings.ts',
        find: "synchronous_commit: 'on'",
        replace: "synchronous_commit: 'off'",
      },
    ],
    tests: ['packages/embedded-postgres/start-embedded.long.test.ts'],
  },
  {
    name: 'M8',
    fault: 'PostgreSQL never forces its log to disk (fsync=off)',
    edits: [{ file: 'packages/embedded-postgres/server-settings.ts', find: "fsync: 'on'", replace: "fsync: 'off'" }],
    tests: ['packages/embedded-postgres/start-embedded.long.test.ts'],
  },
  {
    name: 'M9a',
    fault: "the client's price goes into the booking",
    edits: [
      {
        file: 'apps/server/bookings/routes.ts',
        find: '      seenPrice: expectedPriceCents,',
        replace: '      seenPrice: expectedPriceCents,\n      ...body,',
      },
      {
        file: 'apps/server/bookings/book-listing.ts',
        find: '    price: car.price,',
        replace:
          '    price: BigInt(Math.round(Number((input as { resellPrice?: unknown }).resellPrice ?? 1) * 100)) as typeof car.price,',
      },
    ],
    tests: ['apps/server/bookings/book-listing.test.ts'],
  },
  {
    name: 'M9b',
    fault: 'a sign-up chooses any role, also admin',
    edits: [
      {
        file: 'apps/server/accounts/choose-role.ts',
        find: 'signUpRoles.find((each) => each === input.role)',
        replace: '(input.role as (typeof signUpRoles)[number])',
      },
    ],
    tests: ['apps/server/accounts/choose-role.test.ts'],
  },
  {
    name: 'M10',
    fault: 'a picture is stored as it came when its first bytes look right',
    edits: [
      {
        file: 'packages/images/prepare-image.ts',
        find: "    if (width * height > limitInputPixels) throw new ImageRefusedError('The picture has too many pixels.');",
        replace:
          "    if (width * height > limitInputPixels) throw new ImageRefusedError('The picture has too many pixels.');\n    if (hasKnownFormat) return { key: createHash('sha256').update(bytes).digest('hex').slice(0, 40), width, height, variants: listStoredWidths(width).map((each) => ({ width: each, format: 'webp' as const, bytes: Buffer.from(bytes) })) };",
      },
    ],
    tests: ['apps/server/images/refuse-uploads.long.test.ts', 'apps/server/images/upload-image.test.ts'],
  },
  {
    name: 'M11',
    fault: 'the inbox stands in the memory of one process',
    edits: [
      {
        file: 'apps/server/payments/receive-event.ts',
        find: '  const isUnfinished = await runPreparedStatement(context.pool, putIntoInbox(storedEvent, hasEffect));',
        replace:
          '  const isUnfinished = !inbox.has(event.eventId) || putIntoInbox(storedEvent, hasEffect) === undefined;\n  inbox.add(event.eventId);',
      },
      {
        file: 'apps/server/payments/receive-event.ts',
        find: 'export async function receiveEvent(',
        replace: 'const inbox = new Set<string>();\n\nexport async function receiveEvent(',
      },
    ],
    tests: ['apps/server/payments/receive-event.test.ts', 'apps/server/payments/refuse-event.test.ts'],
  },
  {
    name: 'M12',
    fault: 'a hold is released before its charge is cancelled',
    edits: [
      {
        file: 'apps/server/payments/release-hold.ts',
        find: '  const intent = await context.cardProvider.cancelIntent(intentId);',
        replace:
          "  await changeAttemptState(context.database, attempt.id, 'open', 'cancelled', { intentId, now: context.now() });\n  const intent = await context.cardProvider.cancelIntent(intentId);",
      },
    ],
    tests: ['apps/server/payments/pay-journey.test.ts'],
  },
  {
    name: 'M13',
    fault: 'a charge that can no longer be cancelled is taken for a cancelled one',
    edits: [
      {
        file: 'packages/payments/stripe-provider.ts',
        find: 'if (!isUnexpectedState(error)) throw error;\n          return readIntent(',
        replace: 'if (!isUnexpectedState(error)) throw error;\n          return null;\n          readIntent(',
      },
    ],
    tests: ['apps/server/payments/pay-journey.test.ts'],
  },
  {
    name: 'M14',
    fault: 'wrong passwords are not counted',
    edits: [
      {
        file: 'packages/auth/attempt-guard.ts',
        find: 'if (waitMs > 0) throw makeRateLimitedError(waitMs, attempt);',
        replace: 'if (waitMs > 1e12) throw makeRateLimitedError(waitMs, attempt);',
      },
    ],
    tests: ['packages/auth/sign-in-limits.test.ts'],
  },
  ...accountMutants,
  ...adminScreenMutants,
  ...admissionMutants,
  ...identityMutants,
  ...authorityMutants,
  ...cacheMutants,
  ...carMutants,
  ...factorMutants,
  ...factsMutants,
  ...productionCheckMutants,
  ...growthMutants,
  ...hardeningMutants,
  ...holdMutants,
  ...importMutants,
  ...lifecycleMutants,
  ...orderMutants,
  ...mailMutants,
  ...pageMutants,
  ...reviewMutants,
  ...searchMutants,
  ...secondFactorMutants,
  ...securityMutants,
  ...trustMutants,
  ...walksMutants,
  ...sellerMutants,
  ...settlementMutants,
  ...safeMutants,
  ...shardMutants,
  ...shareMutants,
  ...sharesMutants,
  ...unconfirmedAccountMutants,
];
