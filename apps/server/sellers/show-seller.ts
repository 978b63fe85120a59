import { runPrepared } from '@carhouse/database/connection/statement';
import { findSellerFacts, type SellerFacts } from '@carhouse/database/sellers/sellers';
import { readPublicName } from '@carhouse/domain/account/public-name';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { firstDayOfMonths, monthsUpTo } from '@carhouse/domain/text/singapore-months';
import type { Context } from '../context.ts';

/** Number of months whose sales are shown. */
const salesMonths = 12;

/**
 * The public facts of a seller; `sales` has every one of the last twelve months, the current one last.
 * @param publicName `seller-` and an id, as signed-in callers get it instead of an address
 * @throws DomainError NOT_FOUND for anyone who is not an active seller with a car that is on sale or sold.
 */
export async function showSeller(context: Pick<Context, 'pool' | 'now'>, publicName: string): Promise<SellerFacts> {
  const id = readPublicName(publicName);
  if (id === undefined) throw new DomainError('NOT_FOUND');
  const now = context.now();
  const found = await runPrepared(context.pool, findSellerFacts(id, firstDayOfMonths(now, salesMonths)));
  if (found === undefined) throw new DomainError('NOT_FOUND');
  const cars = new Map(found.sales.map((each) => [each.month, each.cars]));
  const sales = monthsUpTo(now, salesMonths).map((month) => ({ month, cars: cars.get(month) ?? 0 }));
  return { ...found, sales };
}
