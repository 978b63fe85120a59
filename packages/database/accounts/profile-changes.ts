import type { AccountId } from '@carhouse/domain/account/account';
import type { RecentChanges } from '@carhouse/domain/account/profile-limits';
import { sql } from 'kysely';
import type { Transaction } from '../connection/transaction.ts';

/**
 * Maximum number of audit entries that are read. The maximum is higher than the highest limit of changes that an
 * operator can configure.
 */
const profileChangesReadMaximum = 10_000;

/**
 * Counts the changes that a user has made to their profile after `since`. Changes are counted by their audit entries:
 * `apps/server/accounts/change-profile.ts` writes one entry for each change, and nobody can change or remove entries.
 * Changes from before the owner of the e-mail address took over the account do not count.
 */
export async function countProfileChanges(
  trx: Transaction,
  id: AccountId,
  since: Date,
): Promise<{ readonly changes: RecentChanges; readonly names: RecentChanges }> {
  const { rows } = await sql<{
    changes: number;
    firstChangeAt: Date | null;
    names: number;
    firstNameChangeAt: Date | null;
  }>`
    SELECT count(*)::int AS changes, min(at) AS "firstChangeAt",
      (count(*) FILTER (WHERE is_name))::int AS names, min(at) FILTER (WHERE is_name) AS "firstNameChangeAt"
    FROM (SELECT at, coalesce(after -> 'fields' ? 'name', false) AS is_name FROM audit_entry
      WHERE noun = 'account' AND noun_id = ${id} AND action = 'change' AND at > ${since}::timestamptz
        AND at > coalesce((SELECT max(at) FROM audit_entry
          WHERE noun = 'account' AND noun_id = ${id} AND action = 'adopt'), '-infinity')
      ORDER BY at DESC LIMIT ${sql.lit(profileChangesReadMaximum)}) AS entry`.execute(trx);
  const [row] = rows;
  return {
    changes: { count: row?.changes ?? 0, first: row?.firstChangeAt ?? null },
    names: { count: row?.names ?? 0, first: row?.firstNameChangeAt ?? null },
  };
}
