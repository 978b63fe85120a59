import { carsPerSellerPage } from '@carhouse/contract/sellers';
import { runPreparedStatement } from '@carhouse/database/connection/statement';
import { makeSellerCarsStatement } from '@carhouse/database/sellers/sellers';
import { readPublicName } from '@carhouse/domain/account/public-name';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { ListedCar } from '@carhouse/domain/listing/listing';
import type { Context } from '../context.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';

type SellerCarsQuery = { readonly brand?: string | undefined; readonly before?: string | undefined };

/**
 * Returns a page of a seller's cars that are on sale, newest first. The page is empty for a seller who has none or is not
 * active.
 * @throws DomainError NOT_FOUND for a text that is not a public name, BAD_REQUEST for a malformed cursor.
 */
export async function listCarsOfSeller(
  context: Pick<Context, 'readDatabase'>,
  publicName: string,
  { brand, before }: SellerCarsQuery,
): Promise<Page<ListedCar>> {
  const id = readPublicName(publicName);
  if (id === undefined) throw new DomainError('NOT_FOUND');
  return selectPage({
    before,
    size: carsPerSellerPage,
    readTime: (car: ListedCar) => car.postedAt,
    select: (limit, after) =>
      context.readDatabase.read(({ pool }) =>
        runPreparedStatement(pool, makeSellerCarsStatement(id, limit, { brand, after })),
      ),
  });
}
