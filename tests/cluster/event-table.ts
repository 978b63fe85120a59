import type { EventFigures } from './measure-event.ts';

/** Returns a Markdown table of what was measured, a row for each kind of event. Several of a kind are one row. */
export function formatEventTable(all: readonly EventFigures[]): string {
  const names = [...new Set(all.map(({ event }) => event))];
  const head = [
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
  const rows = names.map((name) =>
    formatRow(
      name,
      all.filter(({ event }) => event === name),
    ),
  );
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function formatRow(name: string, figures: readonly EventFigures[]): readonly (string | number)[] {
  const sum = (read: (each: EventFigures) => number): number => figures.reduce((total, each) => total + read(each), 0);
  const gaps = figures.map(({ writes }) => writes.longestGap);
  const [shortest, longest] = [Math.min(...gaps), Math.max(...gaps)];
  return [
    `\`${name}\``,
    figures.length,
    sum(({ acknowledged }) => acknowledged).toLocaleString('en'),
    sum(({ lost }) => lost),
    Math.max(...figures.map(({ soldTwice }) => soldTwice)),
    sum(({ brokenAudits }) => brokenAudits.length),
    shortest === longest ? longest : `${shortest} to ${longest}`,
    `${sum(({ writes }) => writes.refused)} of ${sum(({ writes }) => writes.attempts).toLocaleString('en')}`,
    sum(({ visitorReads }) => visitorReads.attempts).toLocaleString('en'),
    sum(({ visitorReads }) => visitorReads.refused),
  ];
}
