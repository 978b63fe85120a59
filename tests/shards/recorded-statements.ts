import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A statement that the tests ran, and the file of the product that made it. */
export type RecordedStatement = { readonly text: string; readonly origin: string };

/** Reads what the processes of a run have recorded (record-statements.ts), each statement of a file once. */
export async function readRecordedStatements(folder: string): Promise<readonly RecordedStatement[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n').filter((line) => line !== ''));
  return [...new Set(lines)].sort().map((line) => JSON.parse(line) as RecordedStatement);
}
