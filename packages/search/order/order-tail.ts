import { clearBit, hasBit, setBit, wordsFor } from '../query/bit-set.ts';
import type { ListingIds } from '../query/listing-ids.ts';
import { type ColumnOrder, columnOrders, type OrderColumns } from './order-base.ts';

/** So few are put into their places one by one; more are sorted and merged. */
const fewAtOnce = 32;

/** The cars whose place in the base is missing or no longer true: few, sorted anew at once. */
export class OrderTail {
  readonly #ids: ListingIds;
  readonly #columns: OrderColumns;
  readonly #sorted: Record<ColumnOrder, Uint32Array<ArrayBuffer>>;
  #length = 0;
  /** Cars in the sorted arrays. */
  #placed: Uint32Array<ArrayBuffer>;
  /** Cars that wait in `#pending`; what stands there without its bit is nothing any more. */
  #waits: Uint32Array<ArrayBuffer>;
  #pending: number[] = [];

  constructor(ids: ListingIds, columns: OrderColumns, capacity: number) {
    this.#ids = ids;
    this.#columns = columns;
    this.#placed = new Uint32Array(wordsFor(capacity));
    this.#waits = new Uint32Array(wordsFor(capacity));
    const empty = () => new Uint32Array(64);
    this.#sorted = { newest: empty(), price: empty(), depreciation: empty(), mileage: empty(), year: empty() };
  }

  get bytes(): number {
    return (
      this.#sorted.newest.byteLength * columnOrders.length + this.#placed.byteLength * 2 + this.#pending.length * 8
    );
  }

  /** Cars that stand here, or a few more. */
  get size(): number {
    return this.#length + this.#pending.length;
  }

  get pending(): number {
    return this.#pending.length;
  }

  grow(capacity: number): void {
    const grown = (bits: Uint32Array) => {
      const longer = new Uint32Array(wordsFor(capacity));
      longer.set(bits);
      return longer;
    };
    this.#placed = grown(this.#placed);
    this.#waits = grown(this.#waits);
  }

  add(number: number): void {
    if (hasBit(this.#waits, number)) return;
    setBit(this.#waits, number);
    this.#pending.push(number);
  }

  /** Before the numbers of the car change, or it goes. */
  remove(number: number): void {
    clearBit(this.#waits, number);
    if (!hasBit(this.#placed, number)) return;
    clearBit(this.#placed, number);
    for (const order of columnOrders) {
      const sorted = this.#sorted[order];
      sorted.copyWithin(this.#firstNotBefore(order, number), this.#firstNotBefore(order, number) + 1, this.#length);
    }
    this.#length -= 1;
  }

  /** Puts those that wait into their places. */
  settle(): void {
    if (this.#pending.length === 0) return;
    const coming: number[] = [];
    for (const number of this.#pending) {
      if (!hasBit(this.#waits, number)) continue;
      clearBit(this.#waits, number);
      setBit(this.#placed, number);
      coming.push(number);
    }
    this.#pending = [];
    for (const order of columnOrders) {
      this.#makeRoom(order, this.#length + coming.length);
      if (coming.length <= fewAtOnce) this.#insert(order, coming);
      else this.#merge(order, coming);
    }
    this.#length += coming.length;
  }

  /** The cars in order, as in the base. */
  sorted(order: ColumnOrder): Uint32Array {
    return this.#sorted[order].subarray(0, this.#length);
  }

  /** Keeps only the cars of the set: the others stand in a new base. */
  keep(kept: Uint32Array): void {
    let length = 0;
    for (const order of columnOrders) {
      const sorted = this.#sorted[order];
      length = 0;
      for (let at = 0; at < this.#length; at += 1) {
        const number = sorted[at] ?? 0;
        if (hasBit(kept, number)) sorted[length++] = number;
      }
    }
    this.#length = length;
    this.#pending = this.#pending.filter((number) => hasBit(kept, number) && hasBit(this.#waits, number));
    for (const bits of [this.#placed, this.#waits]) {
      for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) & (kept[at] ?? 0);
    }
  }

  #compare(order: ColumnOrder, first: number, second: number): number {
    const column = this.#columns[order];
    const one = column.valueOf(first) ?? Number.POSITIVE_INFINITY;
    const two = column.valueOf(second) ?? Number.POSITIVE_INFINITY;
    return one === two ? this.#ids.compare(first, second) : one - two;
  }

  #firstNotBefore(order: ColumnOrder, number: number): number {
    const sorted = this.#sorted[order];
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(order, sorted[middle] ?? 0, number) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #insert(order: ColumnOrder, coming: readonly number[]): void {
    const sorted = this.#sorted[order];
    const length = this.#length;
    for (const number of coming) {
      const place = this.#firstNotBefore(order, number);
      sorted.copyWithin(place + 1, place, this.#length);
      sorted[place] = number;
      this.#length += 1;
    }
    this.#length = length;
  }

  #merge(order: ColumnOrder, coming: readonly number[]): void {
    const sorted = this.#sorted[order];
    const added = coming.toSorted((first, second) => this.#compare(order, first, second));
    let from = this.#length - 1;
    let to = this.#length + added.length - 1;
    for (let at = added.length - 1; at >= 0; to -= 1) {
      const number = added[at] ?? 0;
      const other = sorted[from] ?? 0;
      if (from >= 0 && this.#compare(order, other, number) > 0) {
        sorted[to] = other;
        from -= 1;
      } else {
        sorted[to] = number;
        at -= 1;
      }
    }
  }

  #makeRoom(order: ColumnOrder, length: number): void {
    const sorted = this.#sorted[order];
    if (length <= sorted.length) return;
    const longer = new Uint32Array(Math.max(length, sorted.length * 2));
    longer.set(sorted);
    this.#sorted[order] = longer;
  }
}
