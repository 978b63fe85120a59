import { isIP } from 'node:net';
import { findAccountByEmail } from '@carhouse/database/accounts/accounts';
import {
  type SecurityEventRow,
  listSecurityEvents as selectSecurityEvents,
} from '@carhouse/database/security/security-events';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { SecurityEventName, SecurityResult } from '@carhouse/domain/security/security-event';
import type { Context } from '../context.ts';
import { findAddressBucket } from '../http/routing/client-address.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';

type SecurityEventQuery = {
  readonly event?: SecurityEventName | undefined;
  readonly result?: SecurityResult | undefined;
  readonly email?: string | undefined;
  readonly address?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/**
 * Returns a page of the security log, newest first.
 * @throws DomainError BAD_REQUEST for a malformed cursor or e-mail address.
 */
export async function listSecurityEvents(context: Context, query: SecurityEventQuery): Promise<Page<SecurityEventRow>> {
  const { event, result, email, address, limit, cursor } = query;
  if (address !== undefined && isIP(address) === 0) throw new DomainError('BAD_REQUEST');
  const { securityLog, database } = context;
  const accountHashes = email === undefined ? undefined : await listHashesOfUser(context, email);
  const addressHash = address === undefined ? undefined : securityLog.hashAddress(findAddressBucket(address));
  return selectPage({
    before: cursor,
    size: limit,
    readTime: (row: SecurityEventRow) => row.at,
    select: (rows, after) => selectSecurityEvents(database, { event, result, accountHashes, addressHash }, rows, after),
  });
}

/**
 * Returns the two hashes under which the events of a user are stored. Actions are stored under the hash of the account
 * id, and refused sign-ins under the hash of the e-mail address.
 */
async function listHashesOfUser({ database, securityLog }: Context, email: string): Promise<readonly string[]> {
  const account = await findAccountByEmail(database, email);
  const emailHash = securityLog.hashAccount(email);
  return account === undefined ? [emailHash] : [emailHash, securityLog.hashAccount(account.id)];
}
