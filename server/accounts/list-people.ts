import type { Account, SignUpRole } from '@carhouse/core/account/account';
import { listAccounts } from '@carhouse/database/accounts';
import type { Context } from '../context.ts';
import { readCursor, writeCursor } from '../http/page-cursor.ts';

/** The most that one answer holds (ARCHITECTURE: legacy arrays). */
const pageSize = 200;

export type PeoplePage = {
  readonly accounts: readonly Account[] /** Null on the last page. */;
  readonly next: string | null;
};

/** A page of the sellers or the buyers, newest first. @throws DomainError BAD_REQUEST for a cursor that is not ours. */
export async function listPeople(context: Context, role: SignUpRole, before: string | undefined): Promise<PeoplePage> {
  const after = before === undefined ? undefined : readCursor<'account'>(before);
  const cursor = after === undefined ? undefined : { createdAt: after.at, id: after.id };
  const rows = await listAccounts(context.database, role, pageSize + 1, cursor);
  const accounts = rows.slice(0, pageSize);
  const last = accounts.at(-1);
  return { accounts, next: rows.length > pageSize && last !== undefined ? writeCursor(last.createdAt, last.id) : null };
}
