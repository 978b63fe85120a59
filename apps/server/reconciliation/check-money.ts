import { listChargeRecords, listPaymentsAfter } from '@carhouse/database/payments/charge-records';
import { ownKinds, runDeskCheck, sightingsMaximum } from '@carhouse/database/reconciliation/desk-checks';
import { forgetPlace, readPlace, savePlace } from '@carhouse/database/reconciliation/desk-cursors';
import {
  closeFinding,
  listStaleFindings,
  type Sighting,
  saveSighting,
} from '@carhouse/database/reconciliation/findings';
import { isDomainError } from '@carhouse/domain/errors/domain-error';
import { parseId } from '@carhouse/domain/ids/id';
import { compareCharge } from '@carhouse/domain/payment/compare-charge';
import type { FindingKind } from '@carhouse/domain/payment/finding';
import type { CardCharge } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { inspectCharge, oursOf } from './inspect-charge.ts';

export type DeskRun = {
  readonly chargesCompared: number;
  readonly paymentsCompared: number;
  readonly seen: number;
  readonly opened: number;
  readonly resolved: number;
};

/** A charge this young may still be on its way through the browser or the webhook. */
const graceMs = 120_000;
/** How far back the first walk over the provider's charges begins. */
const firstLookMs = 30 * 24 * 3_600_000;
/** Payments compared with the provider in one run: one call each. The walk goes round and round. */
const paymentBatch = 25;
/** Open findings about charges that are looked at again in one run: one call each. */
const staleBatch = 50;
const places = { charges: 'charges', payments: 'payments', run: 'run' } as const;

const chargeKinds: readonly FindingKind[] = [
  'charge-without-payment',
  'payment-without-charge',
  'charge-mismatch',
  'charge-of-another-booking',
];

/**
 * Looks where payments, the provider's charges and events, holds, bookings, listings and mails do not agree, opens findings
 * and closes those that have gone by themselves. It changes nothing else. Each run costs some queries, one page of new
 * charges, and a bounded number of single look-ups at the provider, however much there is.
 */
export async function checkMoney(context: Context): Promise<DeskRun> {
  const startedAt = context.now();
  const own: Sighting[] = [];
  for (const kind of ownKinds) own.push(...(await runDeskCheck(context.database, kind, startedAt, null)));
  // Before the provider is asked: a fault there must not hide what our own tables show.
  let opened = await noteAll(context, own);
  const resolved = await resolveOwn(context, own, startedAt);
  const provider = await checkProvider(context, startedAt);
  opened += await noteAll(context, provider.sightings);
  await savePlace(context.database, places.run, startedAt.toISOString(), context.now());
  const seen = own.length + provider.sightings.length;
  return { ...provider.compared, seen, opened, resolved: resolved + provider.resolved };
}

/** @returns how many are new. */
async function noteAll(context: Context, sightings: readonly Sighting[]): Promise<number> {
  let opened = 0;
  for (const sighting of sightings) if (await noteSighting(context, sighting)) opened += 1;
  return opened;
}

async function noteSighting(context: Context, sighting: Sighting): Promise<boolean> {
  const fresh = await saveSighting(context.database, context.newId(), sighting, context.now());
  if (fresh) context.log.error({ kind: sighting.kind, subject: sighting.subject }, 'the money desk has a new finding');
  return fresh;
}

/** A finding of our own tables that its check does not show any more has gone; of a kind with too many, nobody knows. */
async function resolveOwn(context: Context, sightings: readonly Sighting[], startedAt: Date): Promise<number> {
  const whole = ownKinds.filter(
    (kind) => sightings.filter((sighting) => sighting.kind === kind).length < sightingsMaximum,
  );
  let resolved = 0;
  for (const finding of await listStaleFindings(context.database, whole, startedAt, sightingsMaximum)) {
    const given = { state: 'resolved', by: null, seenBefore: startedAt, now: context.now() } as const;
    if (await closeFinding(context.database, finding.id, given)) resolved += 1;
  }
  return resolved;
}

type ProviderLook = {
  readonly sightings: readonly Sighting[];
  readonly compared: { readonly chargesCompared: number; readonly paymentsCompared: number };
  readonly resolved: number;
};

/** The part that asks the provider. While it is away the other checks go on, and the walks stay where they are. */
async function checkProvider(context: Context, startedAt: Date): Promise<ProviderLook> {
  const sightings: Sighting[] = [];
  const compared = { chargesCompared: 0, paymentsCompared: 0 };
  let resolved = 0;
  try {
    await walkCharges(context, startedAt, compared, sightings);
    await inspectAll(context, await walkPayments(context, compared), sightings);
    resolved = await resolveCharges(context, sightings, startedAt);
  } catch (error) {
    if (!isDomainError(error, 'PAYMENT_PROVIDER_UNAVAILABLE')) throw error;
    context.log.warn('the money desk could not ask the card provider');
  }
  return { sightings, compared, resolved };
}

async function inspectAll(context: Context, intents: Iterable<string>, sightings: Sighting[]): Promise<void> {
  for (const intentId of new Set(intents)) {
    const { sighting } = await inspectCharge(context, intentId);
    if (sighting !== null) sightings.push(sighting);
  }
}

/**
 * Goes on over the provider's charges from where the last run ended, and looks at those that do not seem to fit. It moves
 * on only when all of them were looked at: nothing else would come back to a charge that no payment knows.
 */
async function walkCharges(
  context: Context,
  startedAt: Date,
  compared: { chargesCompared: number },
  sightings: Sighting[],
): Promise<void> {
  const after = (await readPlace(context.database, places.charges)) ?? null;
  const since = new Date(startedAt.getTime() - firstLookMs);
  const newest = startedAt.getTime() - graceMs;
  const all = await context.cardProvider.listCharges({ after, since });
  const young = all.findIndex((charge) => charge.createdAt.getTime() > newest);
  const charges = young === -1 ? all : all.slice(0, young);
  const last = charges.at(-1);
  if (last === undefined) return;
  await inspectAll(context, await doubtfulCharges(context, charges), sightings);
  compared.chargesCompared = charges.length;
  await savePlace(context.database, places.charges, last.chargeId, context.now());
}

/** The first look, on the list alone: only what does not fit is asked for one by one. */
async function doubtfulCharges(context: Context, charges: readonly CardCharge[]): Promise<readonly string[]> {
  const named = charges.flatMap((charge) =>
    charge.intentId === null ? [] : [{ ...charge, intentId: charge.intentId }],
  );
  const records = await listChargeRecords(
    context.database,
    named.map(({ intentId, attemptId }) => ({
      intentId,
      attemptId: attemptId === null ? undefined : parseId<'payment_attempt'>(attemptId),
    })),
  );
  const doubtful = named.filter((charge) => {
    const record = records.get(charge.intentId);
    return charge.succeeded && compareCharge(record === undefined ? null : oursOf(context, record), charge) !== null;
  });
  return doubtful.map(({ intentId }) => intentId);
}

/** The next payments of the endless round. */
async function walkPayments(context: Context, compared: { paymentsCompared: number }): Promise<readonly string[]> {
  const place = await readPlace(context.database, places.payments);
  const after = place === undefined ? null : (parseId<'payment'>(place) ?? null);
  const payments = await listPaymentsAfter(context.database, after, paymentBatch);
  const last = payments.at(-1);
  if (last === undefined || payments.length < paymentBatch) await forgetPlace(context.database, places.payments);
  else await savePlace(context.database, places.payments, last.id, context.now());
  compared.paymentsCompared = payments.length;
  return payments.map(({ intentId }) => intentId);
}

/** Open findings about charges stay until another look shows that they have gone. */
async function resolveCharges(context: Context, seen: readonly Sighting[], startedAt: Date): Promise<number> {
  const stale = await listStaleFindings(context.database, chargeKinds, startedAt, staleBatch);
  let resolved = 0;
  for (const finding of stale) {
    if (seen.some((sighting) => sighting.subject === finding.subject && sighting.kind === finding.kind)) continue;
    const { sighting } = await inspectCharge(context, finding.subject);
    if (sighting?.kind === finding.kind) {
      await noteSighting(context, sighting);
      continue;
    }
    const given = { state: 'resolved', by: null, seenBefore: startedAt, now: context.now() } as const;
    if (await closeFinding(context.database, finding.id, given)) resolved += 1;
  }
  return resolved;
}
