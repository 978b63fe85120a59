import { METHODS } from 'node:http';
import { constants } from 'node:os';
import type { ProductText } from './product-text.ts';

/** Fields of a log line that are numbers about the server. */
const numberFields = ['level', 'time', 'node', 'statusCode', 'status', 'responseTime', 'bytes', 'pause', 'count'];
/** Fields of a log line whose texts come from the code. */
const textFields = ['msg', 'kind', 'purpose', 'notice', 'state', 'route'];
const sqlStatePattern = /^[0-9A-Z]{5}$/;
/** The place at the end of a line of a stack: `/path/file.ts:12:3`. */
const sourcePositionPattern = /^(\/[^:]+):(\d+):(\d+)$/;

/**
 * Keeps of the last log lines what the code of the product has written: level, time, message, codes and places in the
 * code. Everything else is left out, whatever it is: ids, addresses, paths, and the texts of errors, which quote people.
 * @param maxLines the newest lines that are kept.
 */
export function keepLogFacts(text: string, product: ProductText, maxLines: number): string {
  const lines = text.split('\n').filter((line) => line !== '');
  const newestLines = lines.slice(-maxLines);
  let unreadCount = 0;
  const keptLines = newestLines.flatMap((line) => {
    const entry = readEntry(line);
    if (entry !== undefined) return [JSON.stringify(keepEntry(entry, product))];
    unreadCount += 1;
    return [];
  });
  const summary = `${lines.length} lines, of which the newest ${newestLines.length} were read; ${unreadCount} that are no log entries were left out`;
  return `${[summary, ...keptLines].join('\n')}\n`;
}

function readEntry(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function keepEntry(entry: Readonly<Record<string, unknown>>, product: ProductText): Record<string, unknown> {
  const keptFields: Record<string, unknown> = {};
  for (const name of numberFields) if (typeof entry[name] === 'number') keptFields[name] = entry[name];
  for (const name of textFields) {
    const value = entry[name];
    if (typeof value === 'string') keptFields[name] = product.isLiteral(value) ? value : '[left out]';
  }
  if (typeof entry.method === 'string' && METHODS.includes(entry.method)) keptFields.method = entry.method;
  const code = keepCode(entry.code, product);
  if (code !== undefined) keptFields.code = code;
  if (typeof entry.err === 'object' && entry.err !== null) keptFields.err = keepError({ ...entry.err }, product);
  return keptFields;
}

function keepError(error: Readonly<Record<string, unknown>>, product: ProductText): Record<string, unknown> {
  const { type, stack } = error;
  const frames = typeof stack === 'string' ? stack.split('\n').flatMap((line) => keepFrame(line, product)) : [];
  return {
    type: typeof type === 'string' && isErrorType(type, product) ? type : '[left out]',
    code: keepCode(error.code, product),
    frames,
  };
}

/** The type of an error is a class of JavaScript or a name of the code. */
function isErrorType(type: string, product: ProductText): boolean {
  return (
    ['Error', 'TypeError', 'RangeError', 'SyntaxError', 'AggregateError', 'DatabaseError'].includes(type) ||
    product.isLiteral(type)
  );
}

/** A code of the product, of the operating system, or of PostgreSQL. */
function keepCode(code: unknown, product: ProductText): string | undefined {
  if (typeof code !== 'string') return undefined;
  return product.isLiteral(code) || code in constants.errno || sqlStatePattern.test(code) ? code : '[left out]';
}

/** A line of a stack that names a file of the project; the first lines of a stack are the text of the error. */
function keepFrame(line: string, product: ProductText): string[] {
  if (!/^\s+at /.test(line)) return [];
  // The place is the last word, in brackets where the function has a name.
  const lastWord = line.slice(Math.max(line.lastIndexOf(' '), line.lastIndexOf('(')) + 1);
  const sourcePosition = lastWord.replace('file://', '').replace(/\)$/, '');
  const [, path = '', row, column] = sourcePositionPattern.exec(sourcePosition) ?? [];
  const file = product.findFile(path);
  return file === undefined ? [] : [`${file}:${row}:${column}`];
}
