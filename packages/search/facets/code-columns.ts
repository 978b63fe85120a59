import { wordFacets } from '@carhouse/domain/listing/word-facets';
import type { CodeColumn } from './count-documents.ts';
import { codeIndexByFacet, type FacetCodes, type FacetName } from './facet-groups.ts';

/**
 * A facet that has a column of codes: every facet except `model`. Models have too many values for a column and are
 * counted by the combinations of their facet group.
 */
export type CodedFacet = Exclude<FacetName, 'model'>;

const codedFacets: readonly CodedFacet[] = [...wordFacets.filter((facet) => facet !== 'model'), 'price', 'year'];
const codeIndexesOfColumns = codedFacets.map((facet) => codeIndexByFacet[facet]);

/**
 * One column for each facet, with the code of each document's value. A column takes one byte for each document and is
 * widened to two or four bytes when its codes need them. The combinations of a facet group also contain these codes.
 * Counting one facet from its column reads a quarter to an eighth of the memory.
 */
export class CodeColumns {
  readonly #columns: CodeColumn[];

  constructor(capacity: number) {
    this.#columns = codedFacets.map(() => new Uint8Array(capacity));
  }

  get bytes(): number {
    return this.#columns.reduce((sum, column) => sum + column.byteLength, 0);
  }

  column(facet: CodedFacet): CodeColumn {
    return this.#columns[codedFacets.indexOf(facet)] ?? new Uint8Array(0);
  }

  write(documentId: number, codes: FacetCodes): void {
    for (let index = 0; index < codeIndexesOfColumns.length; index += 1) {
      const code = codes[codeIndexesOfColumns[index] as number] as number;
      let column = this.#columns[index];
      if (column === undefined) continue;
      if (code > 0xff && column.BYTES_PER_ELEMENT < computeByteLength(code)) {
        column = code > 0xffff ? new Uint32Array(column) : new Uint16Array(column);
        this.#columns[index] = column;
      }
      column[documentId] = code;
    }
  }

  /** Grows the columns in slices. Yields the cost of each slice in steps of the maintenance budget. */
  *growInSlices(capacity: number): Generator<number, void> {
    for (const [index, column] of this.#columns.entries()) {
      const Column =
        column instanceof Uint8Array ? Uint8Array : column instanceof Uint16Array ? Uint16Array : Uint32Array;
      const widerColumn = new Column(capacity);
      widerColumn.set(column);
      this.#columns[index] = widerColumn;
      yield capacity / 4;
    }
  }
}

function computeByteLength(code: number): number {
  return code > 0xffff ? 4 : 2;
}
