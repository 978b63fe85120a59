import { type Id, parseId } from '@carhouse/domain/ids/id';
import type { Database } from '../connection/connect.ts';
import type { AuditEntry } from './audit.ts';

/** Returns display texts for the ids on a page of the audit log. Ids without a text are omitted. */
export async function findAuditSubjectNames(
  database: Database,
  entries: readonly AuditEntry[],
): Promise<ReadonlyMap<string, string>> {
  const actorIds = new Set(entries.flatMap(({ actorId }) => (actorId === null ? [] : [actorId])));
  for (const noun of ['account', 'payout_account'])
    for (const id of listNounIds<'account'>(entries, noun)) actorIds.add(id);
  const namedRows = await Promise.all([
    actorIds.size === 0
      ? []
      : database
          .selectFrom('account')
          .select(['id', 'name'])
          .where('id', 'in', [...actorIds])
          .execute(),
    findCarNames(database, listNounIds<'listing'>(entries, 'listing')),
    findBookingNames(database, listNounIds<'booking'>(entries, 'booking')),
    findAttemptSubjectNames(database, listNounIds<'payment_attempt'>(entries, 'payment_attempt')),
    findRefundNames(database, listNounIds<'refund'>(entries, 'refund')),
  ]);
  return new Map(namedRows.flat().map(({ id, name }) => [id, name]));
}

type NamedRecord = { readonly id: string; readonly name: string };

function listNounIds<Noun extends string>(entries: readonly AuditEntry[], noun: string): readonly Id<Noun>[] {
  const ids = entries.filter((entry) => entry.noun === noun).map((entry) => parseId<Noun>(entry.nounId));
  return [...new Set(ids.filter((id) => id !== undefined))];
}

async function findCarNames(database: Database, ids: readonly Id<'listing'>[]): Promise<readonly NamedRecord[]> {
  if (ids.length === 0) return [];
  return database
    .selectFrom('listing')
    .select(['id', 'title as name'])
    .where('id', 'in', [...ids])
    .execute();
}

async function findBookingNames(database: Database, ids: readonly Id<'booking'>[]): Promise<readonly NamedRecord[]> {
  if (ids.length === 0) return [];
  return database
    .selectFrom('booking')
    .select(['id', 'title as name'])
    .where('id', 'in', [...ids])
    .execute();
}

async function findAttemptSubjectNames(
  database: Database,
  ids: readonly Id<'payment_attempt'>[],
): Promise<readonly NamedRecord[]> {
  if (ids.length === 0) return [];
  return database
    .selectFrom('payment_attempt')
    .innerJoin('booking', 'booking.id', 'payment_attempt.booking_id')
    .select(['payment_attempt.id', 'booking.title as name'])
    .where('payment_attempt.id', 'in', [...ids])
    .execute();
}

async function findRefundNames(database: Database, ids: readonly Id<'refund'>[]): Promise<readonly NamedRecord[]> {
  if (ids.length === 0) return [];
  return database
    .selectFrom('refund')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'refund.attempt_id')
    .innerJoin('booking', 'booking.id', 'payment_attempt.booking_id')
    .select(['refund.id', 'booking.title as name'])
    .where('refund.id', 'in', [...ids])
    .execute();
}
