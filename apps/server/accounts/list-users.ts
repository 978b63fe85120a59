import { type AccountFilter, type ListedAccount, listAccounts } from '@carhouse/database/accounts/account-lists';
import type { Context } from '../context.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';

/** Returns a page of the accounts with a role, newest first. @throws DomainError BAD_REQUEST for a malformed cursor. */
export function listUsers(
  context: Context,
  accountFilter: AccountFilter,
  pageRequest: { readonly before?: string | undefined; readonly limit?: number | undefined },
): Promise<Page<ListedAccount>> {
  return selectPage({
    before: pageRequest.before,
    size: pageRequest.limit,
    readTime: (account: ListedAccount) => account.createdAt,
    select: (limit, cursor) => listAccounts(context.database, accountFilter, limit, cursor),
  });
}
