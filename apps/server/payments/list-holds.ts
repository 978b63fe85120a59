import { type CurrentHold, listCurrentHolds } from '@carhouse/database/payments/current-holds';
import type { Context } from '../context.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';

const pageSize = 50;
const dayMs = 24 * 3_600_000;

/**
 * Returns a page of the listings that are held now, newest hold first.
 * @throws DomainError BAD_REQUEST for a malformed cursor.
 */
export function listHolds(
  context: Context,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<Page<CurrentHold>> {
  const now = context.now();
  const period = { now, since: new Date(now.getTime() - dayMs) };
  return selectPage({
    before: query.cursor,
    size: query.limit ?? pageSize,
    readTime: (hold: CurrentHold) => hold.createdAt,
    select: (limit, after) => listCurrentHolds(context.database, period, limit, after),
  });
}
