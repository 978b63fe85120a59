import type { CatalogueAnswer } from '@carhouse/catalogue/answer';
import type { CatalogueQuery, Place } from '@carhouse/catalogue/query';
import type { ListingId } from '@carhouse/core/listing/listing';
import type { WordFacet } from '@carhouse/core/listing/word-facets';

/** A car on offer or not: what others are compared with. */
export type CarLikeThis = {
  readonly id: ListingId;
  readonly brand: string;
  readonly title: string;
  readonly body: string | null;
  /** Cents. */
  readonly price: number;
};

/** Before every id, so a page that begins after it begins with all cars of the price. */
const firstId = '00000000-0000-0000-0000-000000000000' as ListingId;

/**
 * Cars on offer that are like this one, nearest in price first: the same model, then the same brand and body, the same brand,
 * the same body, and any car, until there are enough.
 */
export function findSimilar(
  search: (query: CatalogueQuery) => CatalogueAnswer,
  car: CarLikeThis,
  limit: number,
): readonly ListingId[] {
  const body = car.body === null ? {} : { body: [car.body] };
  const steps: readonly CatalogueQuery['words'][] = [
    { model: [`${car.brand}/${car.title}`] },
    { brand: [car.brand], ...body },
    { brand: [car.brand] },
    body,
    {},
  ];
  const found: ListingId[] = [];
  for (const words of steps) {
    // All of the steps before may come again in this one, and the car itself.
    const near = nearestInPrice(search, words, car.price, limit + found.length + 1);
    for (const id of near) if (id !== car.id && !found.includes(id)) found.push(id);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** The cheaper ones and the others that are nearest, in order of the distance; the cheaper one first where two are equally near. */
function nearestInPrice(
  search: (query: CatalogueQuery) => CatalogueAnswer,
  words: Readonly<Partial<Record<WordFacet, readonly string[]>>>,
  price: number,
  limit: number,
): readonly ListingId[] {
  const after: Place = { key: price, id: firstId };
  const side = (descending: boolean) =>
    search({ text: '', words, numbers: {}, order: { by: 'price', descending }, after, limit, facets: [] }).found;
  const distance = (place: Place): number => Math.abs((place.key ?? 0) - price);
  return [...side(true), ...side(false)].toSorted((a, b) => distance(a.place) - distance(b.place)).map(({ id }) => id);
}
