import { runPreparedStatement } from '@carhouse/database/connection/statement';
import { type SellerFacts, selectSellerFacts } from '@carhouse/database/sellers/sellers';
import { readPublicName } from '@carhouse/domain/account/public-name';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { findStartOfFirstMonth, listLastMonths } from '@carhouse/domain/text/singapore-months';
import type { Context } from '../context.ts';

/** Number of months for which the number of sales is shown. */
const salesMonthCount = 12;

/**
 * Returns the public facts of a seller. `sales` has the number of sales in each of the last twelve months, the current month
 * last.
 * @param publicName the public name of the form `seller-<id>`, which signed-in callers get instead of an e-mail address
 * @throws DomainError NOT_FOUND unless the user is an active seller with a car that is on sale or sold.
 */
export async function showSeller(
  context: Pick<Context, 'readDatabase' | 'now'>,
  publicName: string,
): Promise<SellerFacts> {
  const id = readPublicName(publicName);
  if (id === undefined) throw new DomainError('NOT_FOUND');
  const now = context.now();
  const sellerFacts = await context.readDatabase.read(async ({ pool }) => {
    const facts = await runPreparedStatement(pool, selectSellerFacts(id, findStartOfFirstMonth(now, salesMonthCount)));
    if (facts === undefined) throw new DomainError('NOT_FOUND');
    return facts;
  });
  const cars = new Map(sellerFacts.sales.map((each) => [each.month, each.cars]));
  const sales = listLastMonths(now, salesMonthCount).map((month) => ({ month, cars: cars.get(month) ?? 0 }));
  return { ...sellerFacts, sales };
}
