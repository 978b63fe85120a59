import type { EventFigures } from './measure-event.ts';

/** Returns a Markdown table of the measured figures. Events of the same kind share one row. */
export function formatEventTable(eventFigures: readonly EventFigures[]): string {
  const eventNames = [...new Set(eventFigures.map(({ event }) => event))];
  const columnHeads = [
    'event',
    'times',
    'acknowledged',
    'lost',
    'sold twice',
    'audits broken',
    'longest time without a write, s',
    'writes refused',
    'reads of visitors',
    'of them refused',
  ];
  const rows = eventNames.map((name) =>
    formatRow(
      name,
      eventFigures.filter(({ event }) => event === name),
    ),
  );
  return [columnHeads, columnHeads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function formatRow(name: string, figures: readonly EventFigures[]): readonly (string | number)[] {
  const sumFigures = (readFigure: (each: EventFigures) => number): number =>
    figures.reduce((total, each) => total + readFigure(each), 0);
  const longestGaps = figures.map(({ writes }) => writes.longestGap);
  const [shortestGap, longestGap] = [Math.min(...longestGaps), Math.max(...longestGaps)];
  return [
    `\`${name}\``,
    figures.length,
    sumFigures(({ acknowledged }) => acknowledged).toLocaleString('en'),
    sumFigures(({ lost }) => lost),
    Math.max(...figures.map(({ soldTwice }) => soldTwice)),
    sumFigures(({ brokenAudits }) => brokenAudits.length),
    shortestGap === longestGap ? longestGap : `${shortestGap} to ${longestGap}`,
    `${sumFigures(({ writes }) => writes.refused)} of ${sumFigures(({ writes }) => writes.attempts).toLocaleString('en')}`,
    sumFigures(({ visitorReads }) => visitorReads.attempts).toLocaleString('en'),
    sumFigures(({ visitorReads }) => visitorReads.refused),
  ];
}
