import type { MinimumParfRule } from '@carhouse/domain/car/depreciation';
import type { Database } from './connect.ts';

/** The dated rows of the minimum PARF rebate, oldest first. */
export async function listMinimumParfRules(database: Database): Promise<readonly MinimumParfRule[]> {
  const rows = await database.selectFrom('rule_minimum_parf').selectAll().orderBy('coe_from').execute();
  return rows.map((row) => ({ coeFrom: row.coe_from, percent: row.percent, cap: row.cap_cents }));
}
