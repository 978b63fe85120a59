import { type ImportFaultCode, importBudgets } from '@carhouse/domain/import/import-budgets';
import type { CsvRow } from './csv-rows.ts';
import { ImportFault } from './import-fault.ts';

const { rowChars, columns, headerChars, nesting } = importBudgets;
/** Number of characters before the `[` of a list, including blanks, in which the name of the list is searched. */
const nameLengthMaximum = 80;

/** Names of the list of cars in feeds. A list of images within a car is not the list of cars. */
const listNamePattern =
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
async function* parseJsonObjects(text: AsyncIterable<string>, fileName: string): AsyncGenerator<JsonObject> {
  const state = new ObjectFinder(fileName);
  for await (const chunk of text) yield* state.add(chunk);
  state.end();
}

/** The names of all values of all objects in order of first appearance, and the number of objects. */
export async function readJsonHeader(
  text: AsyncIterable<string>,
  fileName: string,
  limit: number,
  onRow: (value: Readonly<Record<string, string>>, line: number) => void,
): Promise<{ readonly header: readonly string[]; readonly rowCount: number }> {
  const names = new Set<string>();
  let rowCount = 0;
  for await (const { value, line } of parseJsonObjects(text, fileName)) {
    rowCount += 1;
    const flatObject = flattenObject(value);
    for (const name of Object.keys(flatObject)) if (names.size <= columns) names.add(name);
    onRow(flatObject, line);
    if (rowCount > limit) break;
  }
  return { header: [...names], rowCount };
}

/** The objects as rows of cells under a header. A value that an object does not have becomes an empty cell. */
export async function* parseJsonRows(
  text: AsyncIterable<string>,
  header: readonly string[],
  fileName: string,
): AsyncGenerator<CsvRow> {
  for await (const { value, line } of parseJsonObjects(text, fileName)) {
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
  if (typeof item === 'number') return formatPlainNumber(item);
  if (typeof item === 'object') {
    const { url, src, href } = item as Record<string, unknown>;
    const address = url ?? src ?? href;
    return typeof address === 'string' ? address : JSON.stringify(item);
  }
  return typeof item === 'string' ? item : JSON.stringify(item);
}

/** A number as text without an exponent, because no reader of cells accepts an exponent. */
function formatPlainNumber(number: number): string {
  const text = String(number);
  return text.includes('e') && Number.isInteger(number) && Math.abs(number) < 1e21 ? BigInt(number).toString() : text;
}

/** Splits a JSON text into the objects of its outermost list. */
class ObjectFinder {
  readonly #fileName: string;
  /** The part of the current object that was in earlier chunks. */
  #objectStart = '';
  /** The last characters of the chunk before the current one. */
  #previousChunkEnd = '';
  /** Whether the current character is inside an object. */
  #isInObject = false;
  /** Number of lists and objects around the current character, counted from the current object. */
  #depth = 0;
  /** Whether the current character is inside a string, in which brackets have no meaning. */
  #isInString = false;
  /** Whether the current character follows a backslash inside a string. */
  #isEscaped = false;
  /** The line of the current character. The first line is 1. */
  #currentLine = 1;
  /** The line on which the current object begins. */
  #objectLine = 1;
  /** Whether an object around the list was opened. The other fields of the object around the list are ignored. */
  #isWrapperOpen = false;
  /** Whether an object of the list was parsed. */
  #hasParsedObject = false;

  constructor(fileName: string) {
    this.#fileName = fileName;
  }

  *add(chunk: string): Generator<JsonObject> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === 10) this.#currentLine += 1;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === 92) this.#isEscaped = true;
        else if (code === 34) this.#isInString = false;
        continue;
      }
      if (code === 34) {
        this.#isInString = true;
      } else if (code === 123 || code === 91) {
        if (!this.#isInObject && code === 123) {
          this.#isInObject = true;
          this.#previousChunkEnd = '';
          this.#depth = 0;
          this.#objectLine = this.#currentLine;
          from = at;
        } else if (this.#isInObject && this.#mayUnwrap(code, chunk, from, at)) {
          this.#isInObject = false;
          this.#objectStart = '';
          this.#isWrapperOpen = true;
          continue;
        }
        if (this.#isInObject) this.#depth += 1;
        if (this.#depth > nesting) {
          throw this.#fault(`holds more than ${nesting} lists and objects inside of each other`, 'NESTING');
        }
      } else if ((code === 125 || code === 93) && this.#isInObject) {
        this.#depth -= 1;
        if (this.#depth > 0) continue;
        const text = this.#objectStart + chunk.slice(from, at + 1);
        this.#isInObject = false;
        this.#objectStart = '';
        yield this.#parse(text);
      } else if (
        !this.#isInObject &&
        !this.#isWrapperOpen &&
        code > 32 &&
        code !== 44 &&
        code !== 93 &&
        code !== 0xfeff
      ) {
        throw new ImportFault(`${this.#fileName} is no JSON from line ${this.#currentLine} on.`);
      }
    }
    if (!this.#isInObject) return;
    const restOfChunk = chunk.slice(from);
    this.#objectStart += restOfChunk;
    this.#previousChunkEnd = (this.#previousChunkEnd + restOfChunk.slice(-nameLengthMaximum)).slice(-nameLengthMaximum);
    if (this.#objectStart.length > rowChars) throw this.#fault(`is longer than ${rowChars} characters`, 'ROW_TOO_LONG');
  }

  #fault(problem: string, code: ImportFaultCode): ImportFault {
    return new ImportFault(`The object on line ${this.#objectLine} of ${this.#fileName} ${problem}.`, { code });
  }

  end(): void {
    if (this.#isInObject || this.#isInString) {
      throw new ImportFault(
        `${this.#fileName} is cut off: it ends inside the object that begins on line ${this.#objectLine}.`,
      );
    }
  }

  /** Whether this `[` begins a list of objects that is a value of the outermost object: `{"count": 2, "cars": [{`. */
  #mayUnwrap(code: number, chunk: string, from: number, at: number): boolean {
    if (code !== 91 || this.#depth > 3 || this.#hasParsedObject) return false;
    // Only the name before the list is searched. Searching all text before each list would take quadratic time.
    const precedingText = this.#previousChunkEnd + chunk.slice(Math.max(from, at - nameLengthMaximum), at);
    const textBeforeList = precedingText.slice(-nameLengthMaximum);
    return listNamePattern.test(textBeforeList) && /^\[\s*\{/.test(chunk.slice(at, at + nameLengthMaximum));
  }

  #parse(text: string): JsonObject {
    this.#hasParsedObject = true;
    try {
      return { line: this.#objectLine, value: JSON.parse(text) as Record<string, unknown> };
    } catch (error) {
      throw new ImportFault(`The object on line ${this.#objectLine} of ${this.#fileName} is no JSON.`, {
        cause: error,
      });
    }
  }
}
