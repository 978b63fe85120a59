import { fileURLToPath } from 'node:url';
import type { FaultRow, Figures, RowResult } from './fault-row.ts';

export const faultsFile = fileURLToPath(new URL('../../docs/faults.md', import.meta.url));

const rowsStartMark = '<!-- rows: printed by npm run faults -- --document -->\n';
const rowsEndMark = '<!-- end of rows -->';
const notRunCells = '| not run yet | |';

/** A result and the day on which it was seen (ISO date). */
export type DatedResult = RowResult & { readonly day: string };

/**
 * Returns the document with the table of all rows. Rows without a new result keep their earlier result.
 * @param results the new results, by row number.
 * @throws Error when the document lacks the two comments that mark the start and the end of the table.
 */
export function insertRows(
  text: string,
  rows: readonly FaultRow[],
  results: ReadonlyMap<string, DatedResult> = new Map(),
): string {
  const [textBefore, rest] = text.split(rowsStartMark);
  const [table, textAfter] = (rest ?? '').split(rowsEndMark);
  if (table === undefined || textAfter === undefined)
    throw new Error(`docs/faults.md needs the marks ${rowsStartMark} and ${rowsEndMark}`);
  const earlierCellsByNumber = new Map(table.split('\n').flatMap(readSeenCells));
  const lines = rows.map((row) => {
    const result = results.get(row.number);
    const seenCellsText =
      result === undefined ? (earlierCellsByNumber.get(row.number) ?? notRunCells) : formatSeenCells(result);
    return `| ${row.number} | \`${row.name}\` | ${row.fault} | ${row.expected} ${seenCellsText}`;
  });
  const headLines = ['| # | name | fault | expected | seen | result |', '|---|---|---|---|---|---|'];
  return `${textBefore}${rowsStartMark}\n${[...headLines, ...lines].join('\n')}\n\n${rowsEndMark}${textAfter}`;
}

/** Reads the last two cells of a line of the table. */
function readSeenCells(line: string): readonly (readonly [string, string])[] {
  const cells = line.split(' | ');
  const number = /^\| (\d+[a-z]?)$/.exec(cells[0] ?? '')?.[1];
  return number === undefined || cells.length < 6 ? [] : [[number, `| ${cells.slice(4).join(' | ')}`]];
}

function formatSeenCells({ figures, failures, day }: DatedResult): string {
  const result = failures.length === 0 ? 'passed' : `**failed**: ${failures.join('; ')}`;
  return `| ${formatFigures(figures)} | ${formatCell(result)}, ${day} |`;
}

/** Writes figures as words: `recoveredMs: 142` as `recovered 142 ms`. */
function formatFigures(figures: Figures): string {
  const texts = Object.entries(figures).map(([name, value]) => {
    const [, stem = name, unit] = /^(.*?)(Ms|Mb)?$/.exec(name) ?? [];
    const figureName = stem.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return `${figureName} ${value}${unit === undefined ? '' : unit === 'Ms' ? ' ms' : ' MB'}`;
  });
  return formatCell(texts.join('; '));
}

/** A text for one cell of a table. */
function formatCell(text: string): string {
  return text.replaceAll('|', '/').replaceAll(/\s+/g, ' ').slice(0, 500);
}
