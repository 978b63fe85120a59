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

const ownColumns = ['bench', 'listings', 'at_once', 'p50_ms', 'p99_ms', 'per_s'] as const;
const columnHeads = ['what', 'listings', 'at once', 'p50 ms', 'p99 ms', 'a second', 'other', 'goal'];
const figuresWithoutOtherColumn = new Set<string>([...ownColumns, 'runs', 'calls', 'max_ms']);

/** The figures as a Markdown table with their goals. */
export function formatMarkdownTable(
  headerLines: readonly string[],
  figures: readonly Figures[],
  growthFigures: readonly Figures[],
): string {
  const rows = figures.map((line) => {
    const shownFigures = Object.entries(line).filter(([name]) => !figuresWithoutOtherColumn.has(name));
    const cells = ownColumns.map((name) => formatValue(line[name]));
    return [
      ...cells,
      shownFigures.map(([name, value]) => `${name} ${formatValue(value)}`).join(', '),
      findGoalOfBench(line),
    ];
  });
  const markdownParts = ['# The last run', headerLines.join('  \n'), formatTable(columnHeads, rows)];
  if (growthFigures.length > 0) {
    const columnNames = Object.keys(growthFigures[0] ?? {});
    markdownParts.push(
      '## How the median grows with the stock',
      formatTable(
        columnNames.map((name) => name.replace('p50_ms', 'p50 ms')),
        growthFigures.map((line) => columnNames.map((name) => formatValue(line[name]))),
      ),
    );
  }
  return `${markdownParts.join('\n\n')}\n`;
}

function findGoalOfBench({ bench }: Figures): string {
  return benchGoals.find(([name]) => bench.startsWith(name))?.[1] ?? '';
}

function formatTable(columnNames: readonly string[], rows: readonly (readonly string[])[]): string {
  const formatRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [formatRow(columnNames), formatRow(columnNames.map(() => '---')), ...rows.map(formatRow)].join('\n');
}

function formatValue(value: string | number | undefined): string {
  return typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 4 }) : (value ?? '');
}
