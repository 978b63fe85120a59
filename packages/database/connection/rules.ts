import type { MinimumParfRule } from '@carhouse/domain/car/depreciation';
import type { Database } from './connect.ts';

/** Lists the rules of the minimum PARF rebate with their starting days, oldest first. */
export async function listMinimumParfRules(database: Database): Promise<readonly MinimumParfRule[]> {
  const rows = await database.selectFrom('rule_minimum_parf').selectAll().orderBy('coe_from').execute();
  return rows.map((row) => ({ coeFrom: row.coe_from, percent: row.percent, maximumRebate: row.cap_cents }));
}
