import type { ListingId } from '@carhouse/domain/listing/listing';
import type { FacetColumns } from '../facets/facet-columns.ts';
import { groupCount } from '../facets/facet-groups.ts';
import type { Neighbours, SortIndex } from '../order/sort-index.ts';
import { hasBit } from './bit-set.ts';
import type { ListingIds } from './listing-ids.ts';

/** What a car has to be like; it need not be on offer itself. */
export type SimilarityTarget = {
  readonly id: ListingId;
  readonly brand: string;
  readonly title: string;
  readonly body: string | null;
  /** Cents. */
  readonly price: number;
};

/** Where the cars stand, in order. */
export type Stock = {
  readonly sortIndex: SortIndex;
  readonly facets: FacetColumns;
  readonly ids: ListingIds;
  readonly prices: Float64Array | Int32Array;
};

/** A car in the numbers of the catalogue; -1 for what no car here is. */
type Features = {
  readonly documentId: number;
  readonly model: number;
  readonly brand: number;
  readonly body: number;
  readonly price: number;
};

/** What makes cars alike, most first: the model, brand and body, the brand, the body, nothing. */
const sameModel = 0;
const sameBrandAndBody = 1;
const sameBrand = 2;
const sameBody = 3;
const any = 4;

/** Cars that are looked at before it is asked again which way the next ones are nearer. */
const block = 32;

/** A walk through sorted cars away from the price. */
type Walk = {
  readonly run: Neighbours;
  readonly direction: 1 | -1;
  at: number;
  /** Every car of this way that is nearer was looked at. */
  distance: number;
  /** The first ones by what makes them alike. */
  readonly found: readonly number[][];
};

/**
 * The cars on offer that are like this one: of its model first, then of its brand and body, its brand, its body, and any, until there are
 * enough; among each the nearest in price first, and the cheaper one of two that are equally near.
 *
 * The cars are walked in the order of prices, from this one outwards, until so many of the model were met: a thousand steps for most cars
 * of a million. A search would make sets of all cars to find these few. Only for a model of less than `limit` cars are all looked at.
 */
export function findSimilar(target: Features, limit: number, stock: Stock): ListingId[] {
  const { sortIndex, ids, prices } = stock;
  const step = createStep(target, limit, stock);
  const walks = sortIndex.neighbours('price', target.price).flatMap((run): Walk[] => [
    { run, direction: -1, at: run.below, distance: 0, found: [[], [], [], [], []] },
    { run, direction: 1, at: run.below + 1, distance: 0, found: [[], [], [], [], []] },
  ]);
  const distanceOf = (documentId: number): number => Math.abs((prices[documentId] ?? 0) - target.price);
  const foundIn = (tier: number): number[] => walks.flatMap(({ found }) => found[tier] ?? []);
  for (;;) {
    const nearest = walks.reduce((first, walk) => (walk.distance < first.distance ? walk : first));
    if (nearest.distance === Number.POSITIVE_INFINITY) break;
    // Of two equally near ones it may matter which was not met yet.
    if (foundIn(sameModel).filter((documentId) => distanceOf(documentId) < nearest.distance).length >= limit) break;
    step(nearest);
  }

  const nearestFirst = (one: number, other: number): number => {
    const distance = distanceOf(one) - distanceOf(other);
    if (distance !== 0) return distance;
    const [first, second] = [prices[one] ?? 0, prices[other] ?? 0];
    if (first !== second) return first - second;
    return first < target.price ? ids.compare(other, one) : ids.compare(one, other);
  };
  const similar: number[] = [];
  for (let tier = sameModel; tier <= any && similar.length < limit; tier += 1) {
    similar.push(...foundIn(tier).sort(nearestFirst));
  }
  return similar.slice(0, limit).map((documentId) => ids.idOf(documentId));
}

/** Looks at the next cars of a way. */
function createStep(target: Features, limit: number, { facets, prices }: Stock): (walk: Walk) => void {
  const group = facets.groupOf('model');
  const models = facets.groups[group]?.codesOf('model') ?? new Int32Array(0);
  const { combinations } = facets;
  const brands = facets.codesOf('brand');
  const bodies = facets.codesOf('body');

  return (walk) => {
    const { run, direction, found } = walk;
    const { documentIds, valid } = run;
    const end = direction === 1 ? Math.min(walk.at + block, run.end) : Math.max(walk.at - block, -1);
    const hasRoom = (tier: number): boolean => (found[tier]?.length ?? 0) < limit;
    // Most cars are of another brand; of these the first ones are enough.
    const needsOtherBrands = hasRoom(any) || (target.body > 0 && hasRoom(sameBody));
    for (; walk.at !== end; walk.at += direction) {
      const documentId = documentIds[walk.at] ?? 0;
      const isSameBrand = brands[documentId] === target.brand;
      if (!isSameBrand && !needsOtherBrands) continue;
      if (documentId === target.documentId || (valid !== null && !hasBit(valid, documentId))) continue;
      const tier = isSameBrand ? tierWithinBrand(documentId) : bodies[documentId] === target.body ? sameBody : any;
      if (hasRoom(tier)) found[tier]?.push(documentId);
    }
    const last = direction === 1 ? run.end : -1;
    // A car that changed stands where its old price was.
    while (walk.at !== last && valid !== null && !hasBit(valid, documentIds[walk.at] ?? 0)) walk.at += direction;
    const isAtEnd = walk.at === last;
    walk.distance = isAtEnd
      ? Number.POSITIVE_INFINITY
      : Math.abs((prices[documentIds[walk.at] ?? 0] ?? 0) - target.price);
  };

  function tierWithinBrand(documentId: number): number {
    if (models[combinations[documentId * groupCount + group] ?? 0] === target.model) return sameModel;
    return bodies[documentId] === target.body ? sameBrandAndBody : sameBrand;
  }
}

/** A car that is on offer, by its number. */
export function featuresOfDocument(documentId: number, { facets, prices }: Stock): Features {
  const group = facets.groupOf('model');
  const combination = facets.combinations[documentId * groupCount + group] ?? 0;
  return {
    documentId,
    model: facets.groups[group]?.codesOf('model')[combination] ?? -1,
    brand: facets.codesOf('brand')[documentId] ?? -1,
    body: facets.codesOf('body')[documentId] || -1,
    price: prices[documentId] ?? 0,
  };
}

/** A car that may be on offer or not. */
export function featuresOf(target: SimilarityTarget, documentId: number, { facets }: Stock): Features {
  return {
    documentId,
    model: facets.dictionary('model').find(`${target.brand}/${target.title}`) || -1,
    brand: facets.dictionary('brand').find(target.brand) || -1,
    body: (target.body === null ? 0 : facets.dictionary('body').find(target.body)) || -1,
    price: target.price,
  };
}
