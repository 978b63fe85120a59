import type { Figures } from './samples.ts';

/** The goals, by the beginning of a benchmark's name. A goal applies to a million listings unless it says otherwise. */
const benchGoals: readonly (readonly [bench: string, goal: string])[] = [
  ['catalogue: load', '10 s at most'],
  ['catalogue: memory', '400 bytes a listing at most'],
  ['search in-process faceted, 500', 'p99 20 ms at most'],
  ['search in-process faceted', 'p50 2 ms, p99 10 ms at most'],
  ['search in-process text', 'p50 10 ms, p99 30 ms at most'],
  ['suggest in-process', 'p99 10 ms at most'],
  ['search HTTP faceted, cold', ''],
  ['search HTTP faceted', 'p50 4 ms at most one at a time; 400 a second at least'],
  ['brand page JSON /api/teslaDatas, share of bare', '0.25 at least'],
  ['brand page JSON /api/mercedesDatas, share of bare', '0.25 at least'],
  ['brand page JSON /api/', '8,000 a second at least'],
  ['brand page', 'p50 grows less than 1.5 × from 1,000 to 1,000,000'],
  ['listing page', 'p50 grows less than 1.5 × from 1,000 to 1,000,000'],
  ['home HTML, micro-cache', '5,000 a second at least'],
  ['import', '5,000 a second at least'],
];

const shownColumns = ['bench', 'listings', 'at_once', 'p50_ms', 'p99_ms', 'per_s'] as const;
const columnHeads = ['what', 'listings', 'at once', 'p50 ms', 'p99 ms', 'a second', 'other', 'goal'];
const hiddenFigures = new Set<string>([...shownColumns, 'runs', 'calls', 'max_ms']);

/** The figures as a Markdown table with their goals. */
export function formatMarkdownTable(
  head: readonly string[],
  figures: readonly Figures[],
  growthFigures: readonly Figures[],
): string {
  const rows = figures.map((line) => {
    const shownFigures = Object.entries(line).filter(([name]) => !hiddenFigures.has(name));
    const cells = shownColumns.map((name) => text(line[name]));
    return [...cells, shownFigures.map(([name, value]) => `${name} ${text(value)}`).join(', '), findGoalOfBench(line)];
  });
  const markdownParts = ['# The last run', head.join('  \n'), table(columnHeads, rows)];
  if (growthFigures.length > 0) {
    const names = Object.keys(growthFigures[0] ?? {});
    markdownParts.push(
      '## How the median grows with the stock',
      table(
        names.map((name) => name.replace('p50_ms', 'p50 ms')),
        growthFigures.map((line) => names.map((name) => text(line[name]))),
      ),
    );
  }
  return `${markdownParts.join('\n\n')}\n`;
}

function findGoalOfBench({ bench }: Figures): string {
  return benchGoals.find(([name]) => bench.startsWith(name))?.[1] ?? '';
}

function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(names), line(names.map(() => '---')), ...rows.map(line)].join('\n');
}

function text(value: string | number | undefined): string {
  return typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 4 }) : (value ?? '');
}
