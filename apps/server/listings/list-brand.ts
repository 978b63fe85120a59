import { runPreparedStatement } from '@carhouse/database/connection/statement';
import {
  type ListedVersion,
  makeBrandListStatement as selectBrand,
  makePreviewBrandStatement as selectPreview,
} from '@carhouse/database/listings/brand-listings';
import type { ListedCar } from '@carhouse/domain/listing/listing';
import type { Context } from '../context.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';
import type { CardAudience, CardWriter } from './present-cards.ts';

/**
 * Returns a page of the available listings of a brand, newest first, each as the JSON of its card.
 * @throws DomainError BAD_REQUEST for a malformed cursor.
 */
export function listBrand(
  { readDatabase }: Context,
  cardWriter: CardWriter,
  brand: string,
  { before, audience }: { readonly before: string | undefined; readonly audience: CardAudience },
): Promise<Page<string>> {
  return readDatabase.read(async ({ pool }) => {
    const { rows, next } = await selectPage({
      before,
      readTime: ({ newestAt }: ListedVersion) => newestAt,
      select: (limit, after) => runPreparedStatement(pool, selectBrand(brand, limit, after)),
    });
    return { rows: await cardWriter.writeListed(pool, rows, audience), next };
  });
}

/** Returns the newest listings of a brand for a preview, of as many different sellers as possible. */
export function previewBrand(context: Context, brand: string): Promise<readonly ListedCar[]> {
  return context.readDatabase.read(({ pool }) => runPreparedStatement(pool, selectPreview(brand, previewCarCount)));
}

const previewCarCount = 3;
