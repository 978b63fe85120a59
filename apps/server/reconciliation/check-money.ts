import { findChargeRecordsByIntent, listPaymentsAfter } from '@carhouse/database/payments/charge-records';
import { deleteCursor, readCursor, saveCursor } from '@carhouse/database/reconciliation/cursors';
import {
  closeDiscrepancy,
  type FoundDiscrepancy,
  listStaleDiscrepancies,
  saveFoundDiscrepancy,
} from '@carhouse/database/reconciliation/discrepancies';
import {
  discrepancyCountMaximum,
  runServerCheck,
  serverDiscrepancyKinds,
} from '@carhouse/database/reconciliation/own-checks';
import { isDomainError } from '@carhouse/domain/errors/domain-error';
import { parseId } from '@carhouse/domain/ids/id';
import { compareCharge } from '@carhouse/domain/payment/compare-charge';
import type { DiscrepancyKind } from '@carhouse/domain/payment/discrepancy';
import type { CardCharge } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { inspectCharge, makeServerCharge } from './inspect-charge.ts';
import { readBalance } from './read-balance.ts';

export type ReconciliationRun = {
  readonly chargesCompared: number;
  readonly paymentsCompared: number;
  readonly seen: number;
  readonly opened: number;
  readonly resolved: number;
};

/**
 * Minimum age in milliseconds at which a charge is compared. A newer charge may still be settled by the browser or the
 * webhook.
 */
const minChargeAgeMs = 120_000;
/** Milliseconds before now at which the first read of the provider's charges starts. */
const firstReadPeriodMs = 30 * 24 * 3_600_000;
/**
 * Number of payments that one run compares with the provider, with one call each. After the last payment, the next
 * comparison starts with the first one.
 */
const paymentsPerRun = 25;
/** Number of open discrepancies about charges that one run checks again, with one call each. */
const discrepanciesPerRun = 50;
const cursorNames = { charges: 'charges', payments: 'payments', run: 'run' } as const;

const chargeDiscrepancyKinds: readonly DiscrepancyKind[] = [
  'charge-without-payment',
  'payment-without-charge',
  'charge-mismatch',
  'charge-of-another-booking',
];

/**
 * Compares payments, the provider's charges and events, holds, bookings, listings and mails with each other. The check
 * opens discrepancies and closes discrepancies that are resolved. No other data is changed. Each run makes a few
 * queries, reads one page of new charges and makes a limited number of requests to the provider, whatever the size of
 * the data.
 */
export async function checkMoney(context: Context): Promise<ReconciliationRun> {
  const startedAt = context.now();
  await readNewMovements(context);
  const serverObservations: FoundDiscrepancy[] = [];
  for (const kind of serverDiscrepancyKinds)
    serverObservations.push(...(await runServerCheck(context.database, kind, startedAt, null)));
  // Discrepancies in the server's own tables are saved before the further requests to the provider, so that an error of
  // the provider does not hide them.
  let newDiscrepancyCount = await recordObservations(context, serverObservations);
  const resolvedDiscrepancyCount = await resolveServerDiscrepancies(context, serverObservations, startedAt);
  const provider = await checkProvider(context, startedAt);
  newDiscrepancyCount += await recordObservations(context, provider.observations);
  await saveCursor(context.database, cursorNames.run, startedAt.toISOString(), context.now());
  const observationCount = serverObservations.length + provider.observations.length;
  return {
    ...provider.comparedCounts,
    seen: observationCount,
    opened: newDiscrepancyCount,
    resolved: resolvedDiscrepancyCount + provider.resolved,
  };
}

/**
 * Reads the movements that have changed the balance at the provider. An error of the provider in this step does not
 * hide other discrepancies.
 */
async function readNewMovements(context: Context): Promise<void> {
  try {
    await readBalance(context);
  } catch (error) {
    if (!isDomainError(error, 'PAYMENT_PROVIDER_UNAVAILABLE')) throw error;
    context.log.warn('reconciliation could not read the balance at the card provider');
  }
}

/** Saves the discrepancies that were found. @returns the number of new discrepancies. */
async function recordObservations(context: Context, observations: readonly FoundDiscrepancy[]): Promise<number> {
  let newDiscrepancyCount = 0;
  for (const observation of observations) if (await recordObservation(context, observation)) newDiscrepancyCount += 1;
  return newDiscrepancyCount;
}

async function recordObservation(context: Context, observation: FoundDiscrepancy): Promise<boolean> {
  const isNewDiscrepancy = await saveFoundDiscrepancy(context.database, context.newId(), observation, context.now());
  if (isNewDiscrepancy)
    context.log.error({ kind: observation.kind, subject: observation.subject }, 'reconciliation has a new discrepancy');
  return isNewDiscrepancy;
}

/**
 * Closes discrepancies in the server's own tables that the check of their kind no longer finds. When a check has
 * reached its maximum number of results, no discrepancy of its kind is closed, because the check may have missed some.
 */
async function resolveServerDiscrepancies(
  context: Context,
  observations: readonly FoundDiscrepancy[],
  startedAt: Date,
): Promise<number> {
  const fullyCheckedKinds = serverDiscrepancyKinds.filter(
    (kind) => observations.filter((observation) => observation.kind === kind).length < discrepancyCountMaximum,
  );
  let resolvedDiscrepancyCount = 0;
  for (const discrepancy of await listStaleDiscrepancies(
    context.database,
    fullyCheckedKinds,
    startedAt,
    discrepancyCountMaximum,
  )) {
    const resolution = { state: 'resolved', by: null, seenBefore: startedAt, now: context.now() } as const;
    if (await closeDiscrepancy(context.database, discrepancy.id, resolution)) resolvedDiscrepancyCount += 1;
  }
  return resolvedDiscrepancyCount;
}

type ProviderCheck = {
  readonly observations: readonly FoundDiscrepancy[];
  readonly comparedCounts: { readonly chargesCompared: number; readonly paymentsCompared: number };
  readonly resolved: number;
};

/**
 * Runs the checks that call the card provider. When the provider is unavailable, these checks end without an error, and
 * the next run continues at the saved positions.
 */
async function checkProvider(context: Context, startedAt: Date): Promise<ProviderCheck> {
  const observations: FoundDiscrepancy[] = [];
  const comparedCounts = { chargesCompared: 0, paymentsCompared: 0 };
  let resolvedDiscrepancyCount = 0;
  try {
    await compareNewCharges(context, startedAt, comparedCounts, observations);
    await inspectCharges(context, await compareNextPayments(context, comparedCounts), observations);
    resolvedDiscrepancyCount = await resolveCharges(context, observations, startedAt);
  } catch (error) {
    if (!isDomainError(error, 'PAYMENT_PROVIDER_UNAVAILABLE')) throw error;
    context.log.warn('reconciliation could not ask the card provider');
  }
  return { observations, comparedCounts, resolved: resolvedDiscrepancyCount };
}

async function inspectCharges(
  context: Context,
  intents: Iterable<string>,
  observations: FoundDiscrepancy[],
): Promise<void> {
  for (const intentId of new Set(intents)) {
    const { observation } = await inspectCharge(context, intentId);
    if (observation !== null) observations.push(observation);
  }
}

/**
 * Reads the provider's charges from the position of the last run, and inspects the suspicious ones. The position advances
 * only after all charges were checked, because no other check would find a charge without a payment.
 */
async function compareNewCharges(
  context: Context,
  startedAt: Date,
  comparedCounts: { chargesCompared: number },
  observations: FoundDiscrepancy[],
): Promise<void> {
  const lastReadChargeId = (await readCursor(context.database, cursorNames.charges)) ?? null;
  const firstReadTime = new Date(startedAt.getTime() - firstReadPeriodMs);
  const newestComparedTimeMs = startedAt.getTime() - minChargeAgeMs;
  const providerCharges = await context.cardProvider.listCharges({ after: lastReadChargeId, since: firstReadTime });
  const firstRecentIndex = providerCharges.findIndex((charge) => charge.createdAt.getTime() > newestComparedTimeMs);
  const charges = firstRecentIndex === -1 ? providerCharges : providerCharges.slice(0, firstRecentIndex);
  const lastCharge = charges.at(-1);
  if (lastCharge === undefined) return;
  await inspectCharges(context, await findSuspiciousCharges(context, charges), observations);
  comparedCounts.chargesCompared = charges.length;
  await saveCursor(context.database, cursorNames.charges, lastCharge.chargeId, context.now());
}

/**
 * Returns the intent ids of those charges that look suspicious in the provider's list. Only suspicious charges are
 * requested one by one.
 */
async function findSuspiciousCharges(context: Context, charges: readonly CardCharge[]): Promise<readonly string[]> {
  const chargesWithIntent = charges.flatMap((charge) =>
    charge.intentId === null ? [] : [{ ...charge, intentId: charge.intentId }],
  );
  const records = await findChargeRecordsByIntent(
    context.database,
    chargesWithIntent.map(({ intentId, attemptId }) => ({
      intentId,
      attemptId: attemptId === null ? undefined : parseId<'payment_attempt'>(attemptId),
    })),
  );
  const suspiciousCharges = chargesWithIntent.filter((charge) => {
    const record = records.get(charge.intentId);
    return (
      charge.hasSucceeded &&
      compareCharge(record === undefined ? null : makeServerCharge(context, record), charge) !== null
    );
  });
  return suspiciousCharges.map(({ intentId }) => intentId);
}

/**
 * Compares the next payments with the provider's charges. After the last payment, the comparison starts again with the
 * first one.
 */
async function compareNextPayments(
  context: Context,
  comparedCounts: { paymentsCompared: number },
): Promise<readonly string[]> {
  const cursor = await readCursor(context.database, cursorNames.payments);
  const lastReadPaymentId = cursor === undefined ? null : (parseId<'payment'>(cursor) ?? null);
  const payments = await listPaymentsAfter(context.database, lastReadPaymentId, paymentsPerRun);
  const lastPayment = payments.at(-1);
  if (lastPayment === undefined || payments.length < paymentsPerRun)
    await deleteCursor(context.database, cursorNames.payments);
  else await saveCursor(context.database, cursorNames.payments, lastPayment.id, context.now());
  comparedCounts.paymentsCompared = payments.length;
  return payments.map(({ intentId }) => intentId);
}

/** Checks open discrepancies about charges again, and closes those that are resolved. */
async function resolveCharges(
  context: Context,
  observations: readonly FoundDiscrepancy[],
  startedAt: Date,
): Promise<number> {
  const staleDiscrepancies = await listStaleDiscrepancies(
    context.database,
    chargeDiscrepancyKinds,
    startedAt,
    discrepanciesPerRun,
  );
  let resolvedDiscrepancyCount = 0;
  for (const discrepancy of staleDiscrepancies) {
    if (
      observations.some(
        (observation) => observation.subject === discrepancy.subject && observation.kind === discrepancy.kind,
      )
    )
      continue;
    const { observation } = await inspectCharge(context, discrepancy.subject);
    if (observation?.kind === discrepancy.kind) {
      await recordObservation(context, observation);
      continue;
    }
    const resolution = { state: 'resolved', by: null, seenBefore: startedAt, now: context.now() } as const;
    if (await closeDiscrepancy(context.database, discrepancy.id, resolution)) resolvedDiscrepancyCount += 1;
  }
  return resolvedDiscrepancyCount;
}
