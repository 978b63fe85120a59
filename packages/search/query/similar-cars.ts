import type { ListingId } from '@carhouse/domain/listing/listing';
import { groupCount } from '../facets/counted-groups.ts';
import type { WordColumns } from '../facets/word-columns.ts';
import type { Around, Orders } from '../order/orders.ts';
import { hasBit } from './bit-set.ts';
import type { ListingIds } from './listing-ids.ts';

/** What a car has to be like; it need not be on offer itself. */
export type CarLikeThis = {
  readonly id: ListingId;
  readonly brand: string;
  readonly title: string;
  readonly body: string | null;
  /** Cents. */
  readonly price: number;
};

/** Where the cars stand, in order. */
export type Stock = {
  readonly orders: Orders;
  readonly words: WordColumns;
  readonly ids: ListingIds;
  readonly prices: Float64Array | Int32Array;
};

/** A car in the numbers of the catalogue; -1 for what no car here is. */
type Likeness = {
  readonly number: number;
  readonly model: number;
  readonly brand: number;
  readonly body: number;
  readonly price: number;
};

/** What makes cars alike, most first: the model, brand and body, the brand, the body, nothing. */
const ofModel = 0;
const ofBrandAndBody = 1;
const ofBrand = 2;
const ofBody = 3;
const ofAny = 4;

/** Cars that are looked at before it is asked again which way the next ones are nearer. */
const block = 32;

/** A walk through sorted cars away from the price. */
type Way = {
  readonly cars: Around;
  readonly step: 1 | -1;
  at: number;
  /** Every car of this way that is nearer was looked at. */
  gap: number;
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
export function findSimilar(car: Likeness, limit: number, stock: Stock): ListingId[] {
  const { orders, ids, prices } = stock;
  const look = lookFor(car, limit, stock);
  const ways = orders.around('price', car.price).flatMap((cars): Way[] => [
    { cars, step: -1, at: cars.below, gap: 0, found: [[], [], [], [], []] },
    { cars, step: 1, at: cars.below + 1, gap: 0, found: [[], [], [], [], []] },
  ]);
  const gapOf = (number: number): number => Math.abs((prices[number] ?? 0) - car.price);
  const foundIn = (alike: number): number[] => ways.flatMap(({ found }) => found[alike] ?? []);
  for (;;) {
    const nearest = ways.reduce((first, way) => (way.gap < first.gap ? way : first));
    if (nearest.gap === Number.POSITIVE_INFINITY) break;
    // Of two equally near ones it may matter which was not met yet.
    if (foundIn(ofModel).filter((number) => gapOf(number) < nearest.gap).length >= limit) break;
    look(nearest);
  }

  const nearestFirst = (one: number, other: number): number => {
    const gap = gapOf(one) - gapOf(other);
    if (gap !== 0) return gap;
    const [first, second] = [prices[one] ?? 0, prices[other] ?? 0];
    if (first !== second) return first - second;
    return first < car.price ? ids.compare(other, one) : ids.compare(one, other);
  };
  const similar: number[] = [];
  for (let alike = ofModel; alike <= ofAny && similar.length < limit; alike += 1) {
    similar.push(...foundIn(alike).sort(nearestFirst));
  }
  return similar.slice(0, limit).map((number) => ids.idOf(number));
}

/** Looks at the next cars of a way. */
function lookFor(car: Likeness, limit: number, { words, prices }: Stock): (way: Way) => void {
  const group = words.groupOf('model');
  const models = words.groups[group]?.partOf('model') ?? new Int32Array(0);
  const { combinations } = words;
  const brands = words.codesOf('brand');
  const bodies = words.codesOf('body');

  return (way) => {
    const { cars, step, found } = way;
    const { numbers, isTrue } = cars;
    const end = step === 1 ? Math.min(way.at + block, cars.end) : Math.max(way.at - block, -1);
    const more = (alike: number): boolean => (found[alike]?.length ?? 0) < limit;
    // Most cars are of another brand; of these the first ones are enough.
    const takesOthers = more(ofAny) || (car.body > 0 && more(ofBody));
    for (; way.at !== end; way.at += step) {
      const number = numbers[way.at] ?? 0;
      const isOfBrand = brands[number] === car.brand;
      if (!isOfBrand && !takesOthers) continue;
      if (number === car.number || (isTrue !== null && !hasBit(isTrue, number))) continue;
      const alike = isOfBrand ? ofTheBrand(number) : bodies[number] === car.body ? ofBody : ofAny;
      if (more(alike)) found[alike]?.push(number);
    }
    const last = step === 1 ? cars.end : -1;
    // A car that changed stands where its old price was.
    while (way.at !== last && isTrue !== null && !hasBit(isTrue, numbers[way.at] ?? 0)) way.at += step;
    const isOver = way.at === last;
    way.gap = isOver ? Number.POSITIVE_INFINITY : Math.abs((prices[numbers[way.at] ?? 0] ?? 0) - car.price);
  };

  function ofTheBrand(number: number): number {
    if (models[combinations[number * groupCount + group] ?? 0] === car.model) return ofModel;
    return bodies[number] === car.body ? ofBrandAndBody : ofBrand;
  }
}

/** A car that is on offer, by its number. */
export function likenessOf(number: number, { words, prices }: Stock): Likeness {
  const group = words.groupOf('model');
  const combination = words.combinations[number * groupCount + group] ?? 0;
  return {
    number,
    model: words.groups[group]?.partOf('model')[combination] ?? -1,
    brand: words.codesOf('brand')[number] ?? -1,
    body: words.codesOf('body')[number] || -1,
    price: prices[number] ?? 0,
  };
}

/** A car that may be on offer or not. */
export function likenessTo(car: CarLikeThis, number: number, { words }: Stock): Likeness {
  return {
    number,
    model: words.dictionary('model').find(`${car.brand}/${car.title}`) || -1,
    brand: words.dictionary('brand').find(car.brand) || -1,
    body: (car.body === null ? 0 : words.dictionary('body').find(car.body)) || -1,
    price: car.price,
  };
}
