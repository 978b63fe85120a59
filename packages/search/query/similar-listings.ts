import type { ListingId } from '@carhouse/domain/listing/listing';
import type { FacetColumns } from '../facets/facet-columns.ts';
import { groupCount } from '../facets/facet-groups.ts';
import type { NeighbourRun, SortIndex } from '../order/sort-index.ts';
import { hasBit } from './bit-set.ts';
import type { ListingIds } from './listing-ids.ts';

/**
 * The listing for which similar listings are searched, called the target. The target may be a listing that is not on
 * offer.
 */
export type SimilarityTarget = {
  readonly id: ListingId;
  readonly brand: string;
  readonly title: string;
  readonly body: string | null;
  /** Price in cents. */
  readonly price: number;
};

/** The parts of the catalogue that the lookup reads. */
export type SimilaritySources = {
  readonly sortIndex: SortIndex;
  readonly facets: FacetColumns;
  readonly ids: ListingIds;
  readonly prices: Float64Array | Int32Array;
};

/** The target as codes of the catalogue; -1 for a value that the catalogue does not have. */
type SimilarityFeatures = {
  readonly documentId: number;
  readonly model: number;
  readonly brand: number;
  readonly body: number;
  readonly price: number;
};

/** The levels of similarity, the most similar first. */
const sameModelTier = 0;
const sameBrandAndBodyTier = 1;
const sameBrandTier = 2;
const sameBodyTier = 3;
const otherBrandTier = 4;

/** A scan reads this many documents before the distances of the scans are compared again. */
const scanBlockLength = 32;

/** The state of a scan through a sorted segment, which starts at the target's price and moves away from it. */
type PriceWalk = {
  readonly sortedRun: NeighbourRun;
  readonly direction: 1 | -1;
  at: number;
  /** The price distance up to which this scan has read all documents. */
  distance: number;
  /** For each level of similarity: the documents found so far. */
  readonly documentIdsByTier: readonly number[][];
};

/**
 * Listings on offer that are similar to the target: first of the same model, then of the same brand and body, the same
 * brand, the same body, and any other. Within a level, the listing with the nearest price comes first. Of two cars at
 * the same distance, the cheaper car comes first. The price order is read in both directions from the target's price
 * until enough cars of the same model are found. For most cars the search takes about a thousand steps in a stock of a
 * million cars. For a model with fewer than `limit` cars all documents are read.
 */
export function findSimilar(target: SimilarityFeatures, limit: number, sources: SimilaritySources): ListingId[] {
  const { sortIndex, ids, prices } = sources;
  const readBlock = createBlockReader(target, limit, sources);
  const walks = sortIndex.findRunsAroundValue('price', target.price).flatMap((sortedRun): PriceWalk[] => [
    { sortedRun, direction: -1, at: sortedRun.positionBelow, distance: 0, documentIdsByTier: [[], [], [], [], []] },
    { sortedRun, direction: 1, at: sortedRun.positionBelow + 1, distance: 0, documentIdsByTier: [[], [], [], [], []] },
  ]);
  const computeDistance = (documentId: number): number => Math.abs((prices[documentId] ?? 0) - target.price);
  const listDocumentIds = (tier: number): number[] =>
    walks.flatMap(({ documentIdsByTier }) => documentIdsByTier[tier] ?? []);
  for (;;) {
    const nearestWalk = walks.reduce((nearest, walk) => (walk.distance < nearest.distance ? walk : nearest));
    if (nearestWalk.distance === Number.POSITIVE_INFINITY) break;
    // Documents at exactly this distance may not have been read yet, and documents at equal distances are ordered by
    // id.
    if (
      listDocumentIds(sameModelTier).filter((documentId) => computeDistance(documentId) < nearestWalk.distance)
        .length >= limit
    )
      break;
    readBlock(nearestWalk);
  }

  const compareNearness = (firstId: number, secondId: number): number => {
    const distanceDifference = computeDistance(firstId) - computeDistance(secondId);
    if (distanceDifference !== 0) return distanceDifference;
    const [firstPrice, secondPrice] = [prices[firstId] ?? 0, prices[secondId] ?? 0];
    if (firstPrice !== secondPrice) return firstPrice - secondPrice;
    return firstPrice < target.price
      ? ids.compareDocuments(secondId, firstId)
      : ids.compareDocuments(firstId, secondId);
  };
  const similarDocumentIds: number[] = [];
  for (let tier = sameModelTier; tier <= otherBrandTier && similarDocumentIds.length < limit; tier += 1) {
    similarDocumentIds.push(...listDocumentIds(tier).sort(compareNearness));
  }
  return similarDocumentIds.slice(0, limit).map((documentId) => ids.readId(documentId));
}

/** Creates the function that reads the next block of a walk. */
function createBlockReader(
  target: SimilarityFeatures,
  limit: number,
  { facets, prices }: SimilaritySources,
): (walk: PriceWalk) => void {
  const group = facets.findGroupIndex('model');
  const models = facets.groups[group]?.getCodes('model') ?? new Int32Array(0);
  const { combinations } = facets;
  const brands = facets.getCodes('brand');
  const bodies = facets.getCodes('body');

  return (walk) => {
    const { sortedRun, direction, documentIdsByTier } = walk;
    const { documentIds, validDocuments } = sortedRun;
    const end =
      direction === 1 ? Math.min(walk.at + scanBlockLength, sortedRun.end) : Math.max(walk.at - scanBlockLength, -1);
    const isTierOpen = (tier: number): boolean => (documentIdsByTier[tier]?.length ?? 0) < limit;
    // Most documents belong to brands other than that of the target. Only few documents of other brands are needed.
    const needsOtherBrands = isTierOpen(otherBrandTier) || (target.body > 0 && isTierOpen(sameBodyTier));
    for (; walk.at !== end; walk.at += direction) {
      const documentId = documentIds[walk.at] ?? 0;
      const isSameBrand = brands[documentId] === target.brand;
      if (!isSameBrand && !needsOtherBrands) continue;
      if (documentId === target.documentId || (validDocuments !== null && !hasBit(validDocuments, documentId)))
        continue;
      const tier = isSameBrand
        ? findTierWithinBrand(documentId)
        : bodies[documentId] === target.body
          ? sameBodyTier
          : otherBrandTier;
      if (isTierOpen(tier)) documentIdsByTier[tier]?.push(documentId);
    }
    const endPosition = direction === 1 ? sortedRun.end : -1;
    // A changed document is skipped, because its position in the segment is that of its old price.
    while (walk.at !== endPosition && validDocuments !== null && !hasBit(validDocuments, documentIds[walk.at] ?? 0))
      walk.at += direction;
    const isAtEnd = walk.at === endPosition;
    walk.distance = isAtEnd
      ? Number.POSITIVE_INFINITY
      : Math.abs((prices[documentIds[walk.at] ?? 0] ?? 0) - target.price);
  };

  function findTierWithinBrand(documentId: number): number {
    if (models[combinations[documentId * groupCount + group] ?? 0] === target.model) return sameModelTier;
    return bodies[documentId] === target.body ? sameBrandAndBodyTier : sameBrandTier;
  }
}

/** The features of a live document. */
export function readDocumentFeatures(documentId: number, { facets, prices }: SimilaritySources): SimilarityFeatures {
  const group = facets.findGroupIndex('model');
  const combination = facets.combinations[documentId * groupCount + group] ?? 0;
  return {
    documentId,
    model: facets.groups[group]?.getCodes('model')[combination] ?? -1,
    brand: facets.getCodes('brand')[documentId] ?? -1,
    body: facets.getCodes('body')[documentId] || -1,
    price: prices[documentId] ?? 0,
  };
}

/** The features of a listing that may not be on offer. */
export function findFeatures(
  target: SimilarityTarget,
  documentId: number,
  { facets }: SimilaritySources,
): SimilarityFeatures {
  return {
    documentId,
    model: facets.getDictionary('model').findCode(`${target.brand}/${target.title}`) || -1,
    brand: facets.getDictionary('brand').findCode(target.brand) || -1,
    body: (target.body === null ? 0 : facets.getDictionary('body').findCode(target.body)) || -1,
    price: target.price,
  };
}
