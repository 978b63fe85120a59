// `node tests/cluster/print-event-table.ts < OUTPUT` prints a table of the events that one or several runs of `npm run
// cluster-test` have printed (docs/cluster-test.md).
import { text } from 'node:stream/consumers';
import { formatEventTable } from './event-table.ts';
import type { EventFigures } from './measure-event.ts';

const lines = (await text(process.stdin)).split('\n').filter((line) => line.startsWith('{"event":'));
console.log(formatEventTable(lines.map((line) => JSON.parse(line) as EventFigures)));
