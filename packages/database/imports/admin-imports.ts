import type { ImportId, ImportState } from '@carhouse/domain/import/import-states';
import { busyStates } from '@carhouse/domain/import/import-states';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { ImportRow } from './imports.ts';

export type AdminImport = ImportRow & {
  readonly seller: string;
  readonly joined_at: Date;
  readonly seller_status: string;
  readonly cars: number;
};

/** Lists imports of all sellers in these states, with keyset pagination. */
export async function listAllImports(
  database: Database,
  choice: { readonly states: readonly ImportState[]; readonly isOldestFirst: boolean },
  limit: number,
  after?: { readonly at: Date; readonly id: ImportId },
): Promise<readonly AdminImport[]> {
  const cars = sql<number>`(SELECT count(*)::int FROM (
    SELECT FROM listing WHERE seller_id = account.id AND status = 'available' LIMIT 1000) AS theirs)`;
  let query = database
    .selectFrom('import')
    .innerJoin('account', 'account.id', 'import.seller_id')
    .selectAll('import')
    .select([
      'account.name as seller',
      'account.created_at as joined_at',
      'account.status as seller_status',
      cars.as('cars'),
    ])
    .where('import.state', 'in', [...choice.states]);
  if (after !== undefined) {
    const cursorSql = sql`(${after.at}, ${after.id})`;
    query = query.where(
      choice.isOldestFirst
        ? sql<boolean>`(import.created_at, import.id) > ${cursorSql}`
        : sql<boolean>`(import.created_at, import.id) < ${cursorSql}`,
    );
  }
  const direction = choice.isOldestFirst ? 'asc' : 'desc';
  return query.orderBy('import.created_at', direction).orderBy('import.id', direction).limit(limit).execute();
}

/** Counts the waiting and the running imports of all sellers. Waiting imports wait for an admin. */
export async function countImportsToWatch(
  database: Database,
): Promise<{ readonly waiting: number; readonly running: number }> {
  return database
    .selectFrom('import')
    .select([
      sql<number>`(count(*) FILTER (WHERE state = 'awaiting review'))::int`.as('waiting'),
      sql<number>`(count(*) FILTER (WHERE state <> 'awaiting review'))::int`.as('running'),
    ])
    .where('state', 'in', ['awaiting review', ...busyStates])
    .executeTakeFirstOrThrow();
}
