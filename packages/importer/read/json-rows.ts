import { type ImportFaultCode, importBudgets } from '@carhouse/domain/import/import-budgets';
import type { CsvRow } from './csv-rows.ts';
import { ImportFault } from './import-fault.ts';

const { rowChars, columns, headerChars, nesting } = importBudgets;
/** Number of characters before the `[` of a list, including blanks, in which the name of the list is searched. */
const nameLengthMaximum = 80;

/** Names of the list of cars in feeds. A list of images within a car is not the list of cars. */
const listNames =
  /"(?:cars|car_?list|vehicles|listings|ads|adverts|advertisements|offers|inventory|stock|items|results|rows|records|products|entries|data|content|feed)"\s*:\s*$/i;

/** One car of a JSON file, and its first line. */
type JsonObject = { readonly line: number; readonly value: Readonly<Record<string, unknown>> };

/** Whether a text begins as JSON: a list, one object, or an object on each line. */
export function looksLikeJson(start: string): boolean {
  return /^\s*(?:\[\s*(?:\{|\]|$)|\{\s*(?:"|\}|$))/.test(start.replace(/^\ufeff/, ''));
}

/**
 * The objects of a JSON text, one at a time, so that only one is in memory. The objects may be in a list, in a list
 * that is a value of one object (`{"cars": [ … ]}`), or one after the other (JSON lines). A list may be nested up to
 * three objects deep (`{"data": {"cars": [ … ]}}`).
 * @throws ImportFault when the text is not JSON or is truncated.
 */
async function* jsonObjects(text: AsyncIterable<string>, fileName: string): AsyncGenerator<JsonObject> {
  const state = new ObjectFinder(fileName);
  for await (const chunk of text) yield* state.add(chunk);
  state.end();
}

/** The names of all values of all objects in order of first appearance, and the number of objects. */
export async function jsonHeader(
  text: AsyncIterable<string>,
  fileName: string,
  limit: number,
  onRow: (value: Readonly<Record<string, string>>, line: number) => void,
): Promise<{ readonly header: readonly string[]; readonly rows: number }> {
  const names = new Set<string>();
  let rows = 0;
  for await (const { value, line } of jsonObjects(text, fileName)) {
    rows += 1;
    const flatObject = flattenObject(value);
    for (const name of Object.keys(flatObject)) if (names.size <= columns) names.add(name);
    onRow(flatObject, line);
    if (rows > limit) break;
  }
  return { header: [...names], rows };
}

/** The objects as rows of cells under a header. A value that an object does not have becomes an empty cell. */
export async function* jsonRows(
  text: AsyncIterable<string>,
  header: readonly string[],
  fileName: string,
): AsyncGenerator<CsvRow> {
  for await (const { value, line } of jsonObjects(text, fileName)) {
    const flatObject = flattenObject(value);
    yield { line, cells: header.map((name) => flatObject[name] ?? '') };
  }
}

/**
 * Flattens an object: `{"price": {"amount": 1}}` becomes `price.amount`. A list of plain values becomes one cell with
 * line breaks between the values.
 */
function flattenObject(value: Readonly<Record<string, unknown>>): Record<string, string> {
  const cells: Record<string, string> = Object.create(null) as Record<string, string>;
  collectCells(value, '', cells, 0);
  return cells;
}

function collectCells(
  value: Readonly<Record<string, unknown>>,
  path: string,
  cells: Record<string, string>,
  depth: number,
) {
  for (const [name, item] of Object.entries(value)) {
    // Without this limit, nested names could give a column name of any length.
    if (path.length + name.length > headerChars) continue;
    const columnName = path === '' ? name.trim() : `${path}.${name.trim()}`;
    if (item === null || item === undefined) cells[columnName] ??= '';
    else if (Array.isArray(item)) cells[columnName] = item.map(toCellText).join('\n');
    else if (typeof item === 'object' && depth < 5)
      collectCells(item as Record<string, unknown>, columnName, cells, depth + 1);
    else cells[columnName] = toCellText(item);
  }
}

function toCellText(item: unknown): string {
  if (item === null || item === undefined) return '';
  if (typeof item === 'number') return plainNumber(item);
  if (typeof item === 'object') {
    const { url, src, href } = item as Record<string, unknown>;
    const address = url ?? src ?? href;
    return typeof address === 'string' ? address : JSON.stringify(item);
  }
  return typeof item === 'string' ? item : JSON.stringify(item);
}

/** A number as text without an exponent, because no reader of cells accepts an exponent. */
function plainNumber(number: number): string {
  const text = String(number);
  return text.includes('e') && Number.isInteger(number) && Math.abs(number) < 1e21 ? BigInt(number).toString() : text;
}

/** Splits a JSON text into the objects of its outermost list. */
class ObjectFinder {
  readonly #fileName: string;
  /** The part of the current object that was in earlier chunks. */
  #open = '';
  /** The last characters of the chunk before the current one. */
  #tail = '';
  #isOpen = false;
  #depth = 0;
  #inText = false;
  #escaped = false;
  #line = 1;
  #startLine = 1;
  #found = 0;
  /** Whether an object around the list was opened. The other fields of the object around the list are ignored. */
  #unwrapped = false;
  #first = true;

  constructor(fileName: string) {
    this.#fileName = fileName;
  }

  *add(chunk: string): Generator<JsonObject> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === 10) this.#line += 1;
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (code === 92) this.#escaped = true;
        else if (code === 34) this.#inText = false;
        continue;
      }
      if (code === 34) {
        this.#inText = true;
      } else if (code === 123 || code === 91) {
        if (!this.#isOpen && code === 123) {
          this.#isOpen = true;
          this.#tail = '';
          this.#depth = 0;
          this.#startLine = this.#line;
          from = at;
        } else if (this.#isOpen && this.#mayUnwrap(code, chunk, from, at)) {
          this.#isOpen = false;
          this.#open = '';
          this.#unwrapped = true;
          continue;
        }
        if (this.#isOpen) this.#depth += 1;
        if (this.#depth > nesting) {
          throw this.#fault(`holds more than ${nesting} lists and objects inside of each other`, 'NESTING');
        }
      } else if ((code === 125 || code === 93) && this.#isOpen) {
        this.#depth -= 1;
        if (this.#depth > 0) continue;
        const text = this.#open + chunk.slice(from, at + 1);
        this.#isOpen = false;
        this.#open = '';
        yield this.#parse(text);
      } else if (!this.#isOpen && !this.#unwrapped && code > 32 && code !== 44 && code !== 93 && code !== 0xfeff) {
        throw new ImportFault(`${this.#fileName} is no JSON from line ${this.#line} on.`);
      }
    }
    if (!this.#isOpen) return;
    const restOfChunk = chunk.slice(from);
    this.#open += restOfChunk;
    this.#tail = (this.#tail + restOfChunk.slice(-nameLengthMaximum)).slice(-nameLengthMaximum);
    if (this.#open.length > rowChars) throw this.#fault(`is longer than ${rowChars} characters`, 'ROW_TOO_LONG');
  }

  #fault(problem: string, code: ImportFaultCode): ImportFault {
    return new ImportFault(`The object on line ${this.#startLine} of ${this.#fileName} ${problem}.`, { code });
  }

  end(): void {
    if (this.#isOpen || this.#inText) {
      throw new ImportFault(
        `${this.#fileName} is cut off: it ends inside the object that begins on line ${this.#startLine}.`,
      );
    }
  }

  /** Whether this `[` begins a list of objects that is a value of the outermost object: `{"count": 2, "cars": [{`. */
  #mayUnwrap(code: number, chunk: string, from: number, at: number): boolean {
    if (code !== 91 || this.#depth > 3 || !this.#first || this.#found > 0) return false;
    // Only the name before the list is searched. Searching all text before each list would take quadratic time.
    const textBefore = (this.#tail + chunk.slice(Math.max(from, at - nameLengthMaximum), at)).slice(-nameLengthMaximum);
    return listNames.test(textBefore) && /^\[\s*\{/.test(chunk.slice(at, at + nameLengthMaximum));
  }

  #parse(text: string): JsonObject {
    this.#first = false;
    this.#found += 1;
    try {
      return { line: this.#startLine, value: JSON.parse(text) as Record<string, unknown> };
    } catch (error) {
      throw new ImportFault(`The object on line ${this.#startLine} of ${this.#fileName} is no JSON.`, { cause: error });
    }
  }
}
