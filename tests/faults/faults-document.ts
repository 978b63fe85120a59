import { fileURLToPath } from 'node:url';
import type { FaultRow, Figures, RowResult } from './fault-row.ts';

export const faultsFile = fileURLToPath(new URL('../../docs/faults.md', import.meta.url));

const rowsStart = '<!-- rows: printed by npm run faults -- --document -->\n';
const rowsEnd = '<!-- end of rows -->';
const notRun = '| not run yet | |';

/** A result and the day on which it was seen (ISO date). */
export type DatedResult = RowResult & { readonly day: string };

/**
 * Prints the rows into the document. What was seen of rows without a new result stays as it is.
 * @param results by the number of the row.
 * @throws Error when the two marks are missing.
 */
export function insertRows(
  text: string,
  rows: readonly FaultRow[],
  results: ReadonlyMap<string, DatedResult> = new Map(),
): string {
  const [before, rest] = text.split(rowsStart);
  const [table, after] = (rest ?? '').split(rowsEnd);
  if (table === undefined || after === undefined)
    throw new Error(`docs/faults.md needs the marks ${rowsStart} and ${rowsEnd}`);
  const seenBefore = new Map(table.split('\n').flatMap(readSeenCells));
  const lines = rows.map((row) => {
    const result = results.get(row.number);
    const seen = result === undefined ? (seenBefore.get(row.number) ?? notRun) : formatSeenCells(result);
    return `| ${row.number} | \`${row.name}\` | ${row.fault} | ${row.expected} ${seen}`;
  });
  const head = ['| # | name | fault | expected | seen | result |', '|---|---|---|---|---|---|'];
  return `${before}${rowsStart}\n${[...head, ...lines].join('\n')}\n\n${rowsEnd}${after}`;
}

/** Reads the last two cells of a line of the table. */
function readSeenCells(line: string): readonly (readonly [string, string])[] {
  const cells = line.split(' | ');
  const number = /^\| (\d+[a-z]?)$/.exec(cells[0] ?? '')?.[1];
  return number === undefined || cells.length < 6 ? [] : [[number, `| ${cells.slice(4).join(' | ')}`]];
}

function formatSeenCells({ figures, misses, day }: DatedResult): string {
  const result = misses.length === 0 ? 'passed' : `**failed**: ${misses.join('; ')}`;
  return `| ${formatFigures(figures)} | ${withoutBars(result)}, ${day} |`;
}

/** Writes figures as words: `recoveredMs: 142` as `recovered 142 ms`. */
function formatFigures(figures: Figures): string {
  const texts = Object.entries(figures).map(([name, value]) => {
    const [, stem = name, unit] = /^(.*?)(Ms|Mb)?$/.exec(name) ?? [];
    const words = stem.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return `${words} ${value}${unit === undefined ? '' : unit === 'Ms' ? ' ms' : ' MB'}`;
  });
  return withoutBars(texts.join('; '));
}

/** A text for one cell of a table. */
function withoutBars(text: string): string {
  return text.replaceAll('|', '/').replaceAll(/\s+/g, ' ').slice(0, 500);
}
