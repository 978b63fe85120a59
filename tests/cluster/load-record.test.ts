import { expect, it } from 'vitest';
import { formatEventTable } from './event-table.ts';
import { countRefusedTexts, LoadRecord, measureAttempts } from './load-record.ts';
import type { EventFigures } from './measure-event.ts';

const secondMs = 1_000;

it('figures are those of one kind and of the time of the event; the longest gap is between answers', () => {
  const record = new LoadRecord();
  const addAttempt = (kind: 'write' | 'visitor read', startMs: number, endMs: number, isRefused = false): void => {
    record.attempts.push({ kind, startMs, endMs, isRefused, text: `POST: ${isRefused ? 503 : 200}` });
  };
  addAttempt('write', 0, 1 * secondMs);
  addAttempt('write', 10 * secondMs, 11 * secondMs);
  addAttempt('write', 12 * secondMs, 13 * secondMs, true);
  addAttempt('visitor read', 15 * secondMs, 16 * secondMs);
  // This write is answered during the event, like the first one, and begins after a pause.
  addAttempt('write', 17 * secondMs, 19 * secondMs);
  addAttempt('write', 40 * secondMs, 41 * secondMs);
  const figures = measureAttempts(record, 'write', [10 * secondMs, 30 * secondMs]);
  expect(figures).toEqual({ attempts: 3, refused: 1, longestGap: 11, slowest: 2 });
  expect(measureAttempts(record, 'signed-in read', [0, 30 * secondMs])).toMatchObject({ attempts: 0, longestGap: 30 });
  expect(countRefusedTexts(record, 'write')).toEqual({ 'POST: 503': 1 });
});

it('the table has a row for each kind of event, with sums, and the range of the gaps', () => {
  const attempts = { attempts: 1_000, refused: 3, longestGap: 4, slowest: 1 };
  const figures: EventFigures = {
    event: 'kill-9',
    seconds: 30,
    acknowledged: 700,
    lost: 0,
    lostWrites: [],
    soldTwice: 0,
    brokenAudits: [],
    writes: attempts,
    visitorReads: { ...attempts, refused: 0 },
    signedInReads: attempts,
    unknown: 0,
    omitted: 0,
    refusals: {},
    refusedWrites: {},
    refusedVisitorReads: {},
    refusedSignedInReads: {},
  };
  const laterFigures = { ...figures, lost: 2, soldTwice: 1, writes: { ...attempts, longestGap: 9.5 } };
  const rows = formatEventTable([figures, laterFigures, { ...figures, event: 'switchover' }]).split('\n');
  expect(rows).toHaveLength(4);
  expect(rows[2]).toBe('| `kill-9` | 2 | 1,400 | 2 | 1 | 0 | 4 to 9.5 | 6 of 2,000 | 2,000 | 0 |');
  expect(rows[3]).toBe('| `switchover` | 1 | 700 | 0 | 0 | 0 | 4 | 3 of 1,000 | 1,000 | 0 |');
});
