import type { CardListPosition } from './card-provider.ts';
import { UnexpectedShapeError } from './read-stripe.ts';

type Page<T> = { data: T[]; has_more: boolean };
type PageParams = { limit: number; ending_before?: string; starting_after?: string; created?: { gte: number } };

const pageSize = 100;
/** Maximum number of pages that one call reads. The next call continues after the pages that this call has read. */
const pageCountMaximum = 5;

/**
 * Reads one of the provider's lists from older to newer objects. The provider lists the newest objects first, so the
 * page that ends before a known object has the next newer objects. Reading starts at the time `since` when the position
 * has no id or the provider does not know the object. (The provider keeps events for 30 days, and each provider account
 * has its own ids.)
 * @param isUnknown whether an error means that the provider does not know the object.
 * @returns the objects, the oldest first.
 */
export async function listAfterPosition<T extends { id: string }>(
  readPage: (page: PageParams) => Promise<Page<T>>,
  position: CardListPosition,
  isUnknown: (error: unknown) => boolean,
): Promise<readonly T[]> {
  const readList = async (params: PageParams): Promise<Page<T>> => {
    const page = await readPage(params);
    if (!Array.isArray(page?.data)) throw new UnexpectedShapeError('What the card provider sent is no list.');
    return page;
  };
  if (position.after === null) return listSince(readList, position.since);
  try {
    return await listAfterKnownObject(readList, position.after);
  } catch (error) {
    if (!isUnknown(error)) throw error;
    return listSince(readList, position.since);
  }
}

async function listAfterKnownObject<T extends { id: string }>(
  readPage: (page: PageParams) => Promise<Page<T>>,
  after: string,
): Promise<readonly T[]> {
  const listedObjects: T[] = [];
  for (let page = 1; page <= pageCountMaximum; page += 1) {
    const { data, has_more: more } = await readPage({
      limit: pageSize,
      ending_before: listedObjects.at(-1)?.id ?? after,
    });
    listedObjects.push(...data.toReversed());
    if (!more || data.length === 0) break;
  }
  return listedObjects;
}

/**
 * Lists the objects from the newest object back to the time `since`. All pages are read, because the next call
 * continues after the newest object.
 */
async function listSince<T extends { id: string }>(
  readPage: (page: PageParams) => Promise<Page<T>>,
  since: Date,
): Promise<readonly T[]> {
  const listedObjects: T[] = [];
  const created = { gte: Math.floor(since.getTime() / 1000) };
  for (;;) {
    const oldestObject = listedObjects.at(-1);
    const { data, has_more: more } = await readPage({
      limit: pageSize,
      created,
      ...(oldestObject === undefined ? {} : { starting_after: oldestObject.id }),
    });
    listedObjects.push(...data);
    if (!more || data.length === 0) return listedObjects.toReversed();
  }
}
