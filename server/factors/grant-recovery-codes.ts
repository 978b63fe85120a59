import type { CurrentActor } from '@carhouse/core/account/current-actor';
import { writeAudit } from '@carhouse/database/audit';
import { type Factors, markSecondFactor, saveRecoveryCodes } from '@carhouse/database/second-factors';
import { deleteSessions } from '@carhouse/database/sessions';
import type { Transaction } from '@carhouse/database/transaction';
import { newRecoveryCodes } from '@carhouse/identity/recovery-codes';
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
