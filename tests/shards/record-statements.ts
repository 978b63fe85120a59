// This file is loaded into every process of a test run by `NODE_OPTIONS=--import …` (check-shards.ts). The file writes
// each distinct statement that goes to PostgreSQL, with the first line of the product in the call stack, into one file
// for each process in the folder CARHOUSE_STATEMENTS. Neither the product nor the usual test runs load this file.
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import pg from 'pg';
import { findOrigin } from './statement-origin.ts';

const folder = process.env.CARHOUSE_STATEMENTS;
/** The stack has up to thirty calls between the driver and the module that builds the statement. */
const stackFrames = 60;

if (folder !== undefined) {
  mkdirSync(folder, { recursive: true });
  recordStatements(join(folder, `${process.pid}-${threadId}.jsonl`));
}

function recordStatements(file: string): void {
  const recordedLines = new Set<string>();
  const record = (config: unknown): void => {
    const text = readText(config);
    const origin = text === undefined ? undefined : findOrigin(captureStack());
    const line = `${JSON.stringify({ text, origin })}\n`;
    if (origin === undefined || recordedLines.has(line)) return;
    recordedLines.add(line);
    appendFileSync(file, line);
  };
  recordQueriesOf(pg.Client.prototype, record);
  // A pool sends a query when it has got a connection; by then the stack no longer names the caller.
  recordQueriesOf(pg.Pool.prototype, record);
}

function recordQueriesOf(prototype: { query: unknown }, record: (config: unknown) => void): void {
  const { query } = prototype;
  if (typeof query !== 'function') throw new Error('The driver has no query to record.');
  prototype.query = function recorded(this: unknown, ...args: unknown[]): unknown {
    record(args[0]);
    return Reflect.apply(query, this, args);
  };
}

function readText(config: unknown): string | undefined {
  if (typeof config === 'string') return config;
  const text: unknown = typeof config === 'object' && config !== null ? Reflect.get(config, 'text') : undefined;
  return typeof text === 'string' ? text : undefined;
}

function captureStack(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = stackFrames;
  try {
    return new Error('of a statement').stack ?? '';
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
