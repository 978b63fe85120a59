import type { NumberColumn } from '../facets/number-column.ts';
import type { Orders } from '../order/orders.ts';
import type { TextMatch } from '../text/text-match.ts';
import type { ListingIds } from './listing-ids.ts';
import { PassingCars } from './passing-cars.ts';
import type { Place } from './query.ts';
import { selectFirst } from './select-first.ts';
import type { SetPool } from './set-pool.ts';

type Columns = {
  readonly ids: ListingIds;
  readonly orders: Orders;
  readonly newest: NumberColumn;
  readonly pool: SetPool;
};

type Wanted = { readonly after: Place | null; readonly count: number };

/** Cars of one second that are looked at; more of them than this were imported together. */
const secondMaximum = 1_000;
const microseconds = 1_000_000;

/** The first cars behind the place from the best answer to the least, the newest first among equals, with their keys. */
export function pageByRelevance(
  match: TextMatch,
  cars: PassingCars,
  { after, count }: Wanted,
  { ids, orders, newest: places, pool }: Columns,
): { readonly number: number; readonly key: number }[] {
  const place = after === null || after.key === null ? null : placeOf(after.key);
  const best = match.best(cars.bits, count, place?.score ?? Number.POSITIVE_INFINITY);
  const among = new PassingCars(best.bits, cars.words, pool);
  const keyOf = (number: number): number =>
    relevance(best.score ?? match.scoreOf(number), secondOf(places.values[number] ?? 0));
  const from = place !== null && place.score === best.score ? place.second : null;
  // Nearly always one word more or less makes no difference: thousands of cars answer equally well, and time alone orders them.
  const newest = best.score === null ? null : newestOf(among, from, count, orders, places);
  const numbers = () => (newest === null ? among.numbers() : Uint32Array.from(newest));
  const wanted = { after, descending: true, count };
  const found = selectFirst({ bits: best.bits, words: cars.words, numbers }, wanted, ids, (number) => -keyOf(number));
  return found.map((number) => ({ number, key: keyOf(number) }));
}

/**
 * The newest cars of a set from a second on, whole seconds of them and at least so many: within a second they are told apart by
 * their ids. Null where it is less to look at each car.
 */
function newestOf(
  among: PassingCars,
  from: number | null,
  count: number,
  orders: Orders,
  places: NumberColumn,
): number[] | null {
  const before = from === null ? undefined : { max: from * microseconds - 1 };
  const newest = orders.walk({ by: 'newest', descending: true, after: null, count, bounds: before }, among);
  if (newest === null) return null;
  const secondAt = (number: number): number => secondOf(places.values[number] ?? 0);
  const last = newest.at(-1);
  const until = last === undefined || newest.length < count ? null : secondAt(last);
  const seconds = [from, until].filter((second) => second !== null);
  const whole: number[] = [];
  for (const second of seconds) {
    const bounds = { min: second * microseconds, max: (second + 1) * microseconds - 1 };
    const cars = orders.within('newest', bounds, among, secondMaximum);
    if (cars === null) return null;
    whole.push(...cars);
  }
  return [...whole, ...newest.filter((number) => until === null || secondAt(number) > until)];
}

/** Score first, then the second of its place among the newest: below 2^48, so exact. */
function relevance(score: number, second: number): number {
  return score * 2 ** 32 + second;
}

function placeOf(key: number): { readonly score: number; readonly second: number } {
  const score = Math.floor(key / 2 ** 32);
  return { score, second: key - score * 2 ** 32 };
}

function secondOf(place: number): number {
  return Math.floor(place / microseconds);
}
