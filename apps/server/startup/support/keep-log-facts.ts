import { METHODS } from 'node:http';
import { constants } from 'node:os';
import type { ProductText } from './product-text.ts';

/** Fields of a log line that are numbers about the server. */
const numberFieldNames = ['level', 'time', 'node', 'statusCode', 'status', 'responseTime', 'bytes', 'pause', 'count'];
/** Fields of a log line whose texts come from the code. */
const textFieldNames = ['msg', 'kind', 'purpose', 'notice', 'state', 'route'];
const sqlStatePattern = /^[0-9A-Z]{5}$/;
/** The position at the end of a line of a stack trace: `/path/file.ts:12:3`. */
const sourcePositionPattern = /^(\/[^:]+):(\d+):(\d+)$/;

/**
 * Returns from the newest log lines only what the product's code has written: level, time, message, codes and positions
 * in the code. All other content is left out: ids, addresses, paths, and the texts of errors, which may quote people.
 * @param maxLines number of newest lines to return.
 */
export function redactLog(text: string, productText: ProductText, maxLines: number): string {
  const lines = text.split('\n').filter((line) => line !== '');
  const newestLines = lines.slice(-maxLines);
  let unreadCount = 0;
  const redactedLines = newestLines.flatMap((line) => {
    const entry = readEntry(line);
    if (entry !== undefined) return [JSON.stringify(redactEntry(entry, productText))];
    unreadCount += 1;
    return [];
  });
  const summary = `${lines.length} lines, of which the newest ${newestLines.length} were read; ${unreadCount} that are no log entries were left out`;
  return `${[summary, ...redactedLines].join('\n')}\n`;
}

function readEntry(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function redactEntry(entry: Readonly<Record<string, unknown>>, productText: ProductText): Record<string, unknown> {
  const safeFields: Record<string, unknown> = {};
  for (const name of numberFieldNames) if (typeof entry[name] === 'number') safeFields[name] = entry[name];
  for (const name of textFieldNames) {
    const value = entry[name];
    if (typeof value === 'string') safeFields[name] = productText.isLiteral(value) ? value : '[left out]';
  }
  if (typeof entry.method === 'string' && METHODS.includes(entry.method)) safeFields.method = entry.method;
  const code = redactCode(entry.code, productText);
  if (code !== undefined) safeFields.code = code;
  if (typeof entry.err === 'object' && entry.err !== null) safeFields.err = redactError({ ...entry.err }, productText);
  return safeFields;
}

function redactError(error: Readonly<Record<string, unknown>>, productText: ProductText): Record<string, unknown> {
  const { type, stack } = error;
  const frames =
    typeof stack === 'string' ? stack.split('\n').flatMap((line) => listProjectFrames(line, productText)) : [];
  return {
    type: typeof type === 'string' && isErrorType(type, productText) ? type : '[left out]',
    code: redactCode(error.code, productText),
    frames,
  };
}

/** Whether the type of an error is a class of JavaScript or a string in the product's code. */
function isErrorType(type: string, productText: ProductText): boolean {
  return (
    ['Error', 'TypeError', 'RangeError', 'SyntaxError', 'AggregateError', 'DatabaseError'].includes(type) ||
    productText.isLiteral(type)
  );
}

/** Returns a code of the product, of the operating system, or of PostgreSQL, and replaces any other text. */
function redactCode(code: unknown, productText: ProductText): string | undefined {
  if (typeof code !== 'string') return undefined;
  return productText.isLiteral(code) || code in constants.errno || sqlStatePattern.test(code) ? code : '[left out]';
}

/**
 * Returns the position in a line of a stack trace that names a file of the project. The first lines of a stack trace
 * are the text of the error.
 */
function listProjectFrames(line: string, productText: ProductText): string[] {
  if (!/^\s+at /.test(line)) return [];
  // The position is the last word of the line, in brackets if the function has a name.
  const lastWord = line.slice(Math.max(line.lastIndexOf(' '), line.lastIndexOf('(')) + 1);
  const sourcePosition = lastWord.replace('file://', '').replace(/\)$/, '');
  const [, path = '', row, column] = sourcePositionPattern.exec(sourcePosition) ?? [];
  const file = productText.findFile(path);
  return file === undefined ? [] : [`${file}:${row}:${column}`];
}
