import type { TrustRules } from '@carhouse/domain/account/seller-trust';
import { z } from 'zod';

/** Limits of new accounts (docs/operations.md, "New sellers"). */
export type TrustConfig = TrustRules & {
  /** Whether booking, selling, importing and uploading need a confirmed e-mail address. */
  readonly needsConfirmedEmail: boolean;
  /** Number of a seller's listings that count as new on one day (packages/domain/listing/newest-sort-time.ts). */
  readonly maxNewestPerDay: number;
  /** Whether limits count unverified sellers together with those who signed up from the same network. */
  readonly sharesLimitsInNetwork: boolean;
};

const largestCount = 1_000_000;
const bytesPerMegabyte = 1024 * 1024;

function makeCountSchema(defaultCount: number, smallestCount = 0) {
  return z
    .string()
    .regex(/^\d{1,7}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(smallestCount).max(largestCount))
    .default(defaultCount);
}

/**
 * Limits for each trust tier of sellers (packages/domain/account/seller-trust.ts): number of cars on sale and of
 * advertisements.
 */
export const trustVariableSchemas = {
  CONFIRMED_EMAIL: z.enum(['demanded', 'optional']).optional(),
  NEW_SELLER_CARS: makeCountSchema(5),
  NEW_SELLER_ADVERTISEMENTS: makeCountSchema(1),
  KNOWN_SELLER_CARS: makeCountSchema(25),
  KNOWN_SELLER_ADVERTISEMENTS: makeCountSchema(3),
  VERIFIED_SELLER_CARS: makeCountSchema(500),
  VERIFIED_SELLER_ADVERTISEMENTS: makeCountSchema(20),
  TRUSTED_SELLER_CARS: makeCountSchema(200_000),
  TRUSTED_SELLER_ADVERTISEMENTS: makeCountSchema(200),
  SELLER_GROWS_AFTER_DAYS: makeCountSchema(30),
  NEWEST_CARS_A_DAY: makeCountSchema(20, 1),
  NEW_SELLER_IMPORT_MB: makeCountSchema(50, 1),
  VERIFIED_SELLER_IMPORT_MB: makeCountSchema(200, 1),
  NEW_SELLERS_OF_NETWORK: z.enum(['together', 'alone']).default('together'),
  IMPORT_REVIEW: z.enum(['unverified', 'nobody']).default('unverified'),
};

/**
 * @param isDemo whether this is a demo server. A demo server writes its mails to files, so by default it does not require
 *   confirmed e-mail addresses.
 */
export function readTrustConfig(
  value: z.output<z.ZodObject<typeof trustVariableSchemas>>,
  isDemo: boolean,
): TrustConfig {
  const areImportsReviewed = value.IMPORT_REVIEW === 'unverified';
  const unverifiedImportBytes = value.NEW_SELLER_IMPORT_MB * bytesPerMegabyte;
  const verifiedImportBytes = value.VERIFIED_SELLER_IMPORT_MB * bytesPerMegabyte;
  return {
    needsConfirmedEmail: value.CONFIRMED_EMAIL === undefined ? !isDemo : value.CONFIRMED_EMAIL === 'demanded',
    maxNewestPerDay: value.NEWEST_CARS_A_DAY,
    sharesLimitsInNetwork: value.NEW_SELLERS_OF_NETWORK === 'together',
    daysUntilHigherTier: value.SELLER_GROWS_AFTER_DAYS,
    limitsByTier: {
      new: {
        cars: value.NEW_SELLER_CARS,
        advertisements: value.NEW_SELLER_ADVERTISEMENTS,
        areImportsReviewed,
        maxImportBytes: unverifiedImportBytes,
      },
      known: {
        cars: value.KNOWN_SELLER_CARS,
        advertisements: value.KNOWN_SELLER_ADVERTISEMENTS,
        areImportsReviewed,
        maxImportBytes: unverifiedImportBytes,
      },
      verified: {
        cars: value.VERIFIED_SELLER_CARS,
        advertisements: value.VERIFIED_SELLER_ADVERTISEMENTS,
        areImportsReviewed: false,
        maxImportBytes: verifiedImportBytes,
      },
      trusted: {
        cars: value.TRUSTED_SELLER_CARS,
        advertisements: value.TRUSTED_SELLER_ADVERTISEMENTS,
        areImportsReviewed: false,
        maxImportBytes: verifiedImportBytes,
      },
    },
  };
}
