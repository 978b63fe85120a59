import { newRecoveryCodes } from '@carhouse/auth/recovery-codes';
import { type Factors, markSecondFactor, saveRecoveryCodes } from '@carhouse/database/accounts/second-factors';
import { deleteSessions } from '@carhouse/database/accounts/sessions';
import { writeAudit } from '@carhouse/database/audit/audit';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import type { Context } from '../context.ts';

/**
 * What follows from a factor that was added, in its transaction: an entry of the audit and, where it is the first one, ten
 * recovery codes, and the end of every session that has not passed it. This session has, by adding it.
 * @returns the codes, which are shown once; none where there was a factor before.
 */
export async function grantRecoveryCodes(
  context: Context,
  trx: Transaction,
  actor: CurrentActor,
  given: { readonly before: Factors; readonly factor: 'app' | 'passkey' },
): Promise<readonly string[]> {
  const { accountId, sessionId } = actor;
  const { before, factor } = given;
  const now = context.now();
  const isFirst = before.appSince === null && before.passkeys === 0;
  const { codes, hashes } = newRecoveryCodes();
  if (isFirst && sessionId !== null) {
    await markSecondFactor(trx, sessionId);
    await deleteSessions(trx, accountId, sessionId);
    await saveRecoveryCodes(trx, accountId, hashes, now);
  }
  await writeAudit(trx, {
    id: context.newId(),
    at: now,
    actorId: accountId,
    action: 'add-second-factor',
    noun: 'account',
    nounId: accountId,
    after: { factor, first: isFirst },
  });
  return isFirst ? codes : [];
}
