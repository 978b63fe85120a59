import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import { findCurrentTrace, formatTraceParent, type Trace } from './trace.ts';
import { findErrorCode, type Tracing } from './tracing.ts';

type QueryArguments = [statement: unknown, ...others: unknown[]];
type UntypedQuery = (...queryArguments: QueryArguments) => unknown;
type Callback = (error: unknown, ...results: unknown[]) => unknown;

const beginPattern = /^(?:begin|start transaction)\b/i;
const verbPattern = /^\w{1,20}/;
const tablePattern = /\b(?:from|into|update) (?:only )?"?([a-z_]\w{0,62})/i;
/** Verbs of statements that change or read rows of a table. */
const rowVerbs: ReadonlySet<string> = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'WITH', 'COPY']);
/** Maximum number of characters of a statement in a span. */
const textLengthMaximum = 2_000;

/**
 * Records each statement of a connection in a span of the trace of its caller. Values never get into a span: the text
 * of a statement has placeholders, and the literals of its text are removed. While a transaction of an exported trace
 * is open, `application_name` is `carhouse <trace id>`; a statement that is not prepared has the trace in a comment.
 * The text of a prepared statement is not changed, because its name stands for this text.
 */
export function traceStatements(client: pg.PoolClient, tracing: Tracing): void {
  const query: UntypedQuery = client.query.bind(client) as UntypedQuery;
  const queryWithTrace: UntypedQuery = (...queryArguments) => {
    const parent = findCurrentTrace();
    const text = findStatementText(queryArguments[0]);
    if (parent === undefined || !parent.isSampled || text === undefined) return query(...queryArguments);
    const name = readStatementName(queryArguments[0]);
    const shortText = shortenStatement(text);
    const attributes = makeAttributes(shortText, name);
    const span = tracing.startSpan({ name: describeStatement(shortText), kind: 'client', attributes }, parent);
    const end = (error?: unknown): void =>
      span.end(error === undefined || error === null ? {} : { errorCode: findErrorCode(error) });
    const tracedArguments = name === undefined ? markStatement(queryArguments, text, span) : queryArguments;
    const callback = tracedArguments.at(-1);
    if (typeof callback === 'function') {
      const endAndCall: Callback = (error, ...results) => {
        end(error);
        return (callback as Callback)(error, ...results);
      };
      return query(...(tracedArguments.with(-1, endAndCall) as QueryArguments));
    }
    const result = query(...tracedArguments) as Promise<unknown>;
    result.then(() => end(), end);
    return result;
  };
  client.query = queryWithTrace as typeof client.query;
}

/**
 * Keeps the trace of a caller that has to wait for a connection. The pool calls back in the context of the work that
 * has released the connection, so statements of one request would get into the trace of another request.
 */
export function keepTraceOfWaitingCaller(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: Callback) => unknown;
  const connectInContext = (callback?: Callback): unknown =>
    connect(callback === undefined ? undefined : AsyncResource.bind(callback));
  pool.connect = connectInContext as typeof pool.connect;
}

/** Returns the text of a statement; undefined for streams and cursors, which are not traced. */
function findStatementText(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  const { text, submit } = (statement ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && typeof submit !== 'function' ? text : undefined;
}

function readStatementName(statement: unknown): string | undefined {
  return typeof statement === 'string' ? undefined : (statement as { name?: string }).name;
}

function markStatement([statement, ...others]: QueryArguments, text: string, span: Trace): QueryArguments {
  // Without parameters, one query text may contain two statements. Both statements are sent in the round trip of BEGIN,
  // and `application_name` is reset when the transaction ends.
  const markedText = beginPattern.test(text.trimStart())
    ? `${text}; SET LOCAL application_name = 'carhouse ${span.traceId}'`
    : `${text} /*traceparent='${formatTraceParent(span)}'*/`;
  if (typeof statement === 'string') return [markedText, ...others];
  return [{ ...(statement as object), text: markedText }, ...others];
}

/** Names a statement by its verb and its first table, such as `INSERT outbox`. */
function describeStatement(text: string): string {
  const verb = verbPattern.exec(text)?.[0].toUpperCase() ?? 'SQL';
  const table = rowVerbs.has(verb) ? tablePattern.exec(text)?.[1] : undefined;
  return table === undefined ? verb : `${verb} ${table}`;
}

/** Returns the beginning of a statement on one line, without the literals in its text. */
function shortenStatement(text: string): string {
  return text
    .slice(0, textLengthMaximum)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/'[^']*'?/g, "'?'");
}

function makeAttributes(text: string, name: string | undefined) {
  return {
    'db.system.name': 'postgresql',
    'db.query.text': text,
    ...(name === undefined ? {} : { 'carhouse.statement': name }),
  };
}
