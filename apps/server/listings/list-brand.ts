import { runPrepared } from '@carhouse/database/connection/statement';
import {
  type CarWithSortTime,
  listBrand as selectBrand,
  previewBrand as selectPreview,
} from '@carhouse/database/listings/brand-listings';
import type { ListedCar } from '@carhouse/domain/listing/listing';
import type { Context } from '../context.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';

/**
 * Returns a page of the available listings of a brand, newest first.
 * @throws DomainError BAD_REQUEST for a malformed cursor.
 */
export function listBrand(context: Context, brand: string, before: string | undefined): Promise<Page<ListedCar>> {
  return selectPage({
    before,
    readTime: (car: CarWithSortTime) => car.newestAt,
    select: (limit, after) =>
      context.readDatabase.read(({ pool }) => runPrepared(pool, selectBrand(brand, limit, after))),
  });
}

/** Returns the newest listings of a brand for a preview, of as many different sellers as possible. */
export function previewBrand(context: Context, brand: string): Promise<readonly ListedCar[]> {
  return context.readDatabase.read(({ pool }) => runPrepared(pool, selectPreview(brand, previewCarCount)));
}

const previewCarCount = 3;
