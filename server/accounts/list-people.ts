import type { Role } from '@carhouse/core/account/account';
import { type ListedAccount, listAccounts } from '@carhouse/database/accounts';
import type { Context } from '../context.ts';
import { type Page, readPage } from '../http/page-cursor.ts';

/** A page of the accounts of a role, newest first. @throws DomainError BAD_REQUEST for a cursor that is not ours. */
export function listPeople(context: Context, role: Role, before: string | undefined): Promise<Page<ListedAccount>> {
  return readPage({
    before,
    timeOf: (account: ListedAccount) => account.createdAt,
    select: (limit, after) => listAccounts(context.database, role, limit, after),
  });
}
