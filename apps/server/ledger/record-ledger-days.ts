import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import {
  computeLedgerDay,
  findFirstLedgerDay,
  findLastLedgerDay,
  lockLedgerDays,
  makeLedgerDayAudit,
} from '@carhouse/database/ledger/ledger-days';
import { addDaysToIsoDate, toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import type { Context } from '../context.ts';

/**
 * Milliseconds after midnight in Singapore before a day is recorded. After this delay every transaction that began
 * before midnight has ended, even on a server whose clock is slow.
 */
const recordDelayMs = 3_600_000;
/** Maximum number of days that one run records, so that a long gap does not delay the other steps of the reconciler. */
const daysPerRun = 31;

/**
 * Records in the audit every ended day of the ledger that has no audit record yet: the hash of its entries, the
 * sums by account and the balances. Days without entries are recorded too, so that an entry that is added to such a day
 * later is found. `npm run verify-audit` compares the records with the ledger. Any server node may call this function
 * at any time.
 * @returns the number of days that were recorded.
 */
export async function recordLedgerDays(context: Context): Promise<number> {
  let recordedCount = 0;
  while (recordedCount < daysPerRun && (await recordNextDay(context))) recordedCount += 1;
  return recordedCount;
}

/** @returns false when no day is missing, or another server node records days now. */
async function recordNextDay(context: Context): Promise<boolean> {
  const lastEndedDay = toSingaporeDay(new Date(context.now().getTime() - recordDelayMs - 86_400_000));
  return inTransaction(context.database, async (trx) => {
    if (!(await lockLedgerDays(trx))) return false;
    const previousDay = await findLastLedgerDay(trx);
    const day = previousDay === undefined ? await findFirstLedgerDay(trx) : addDaysToIsoDate(previousDay.day, 1);
    if (day === undefined || day > lastEndedDay) return false;
    const computedDay = await computeLedgerDay(trx, day, previousDay);
    await recordAudit(context, trx, {
      actorId: null,
      noun: 'ledger_day',
      action: 'record',
      nounId: day,
      after: makeLedgerDayAudit(computedDay),
    });
    return true;
  });
}
