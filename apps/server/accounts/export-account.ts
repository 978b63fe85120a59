import { claimDailyExport, type PersonalData, readPersonalData } from '@carhouse/database/accounts/personal-data';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { exportIntervalMs } from '@carhouse/domain/privacy/retention';
import type { Context } from '../context.ts';
import { authoriseFactorChange } from '../second-factor/authorise-factor-change.ts';

/**
 * Exports all personal data of the caller, once per day (docs/reliability.md, personal data). A caller whose account
 * has a second factor must have proved a second factor in this session recently.
 * @throws DomainError RATE_LIMITED for a second export on the same day, and the errors of `authoriseFactorChange`.
 */
export async function exportAccount(context: Context, actor: Actor): Promise<PersonalData> {
  const now = context.now();
  const periodStart = new Date(now.getTime() - exportIntervalMs);
  await inTransaction(context.database, async (trx) => {
    await authoriseFactorChange(context, trx, actor);
    if (!(await claimDailyExport(trx, actor.accountId, now, periodStart)))
      throw new DomainError('RATE_LIMITED', { detail: 'Your data can be exported once a day.', retryAfter: 3600 });
    const { accountId } = actor;
    await recordAudit(context, trx, { actorId: accountId, action: 'export', noun: 'account', nounId: accountId });
  });
  return readPersonalData(context.database, actor.accountId);
}
