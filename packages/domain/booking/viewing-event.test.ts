import { expect, it } from 'vitest';
import { makeCalendarFile } from './viewing-event.ts';

const event: Parameters<typeof makeCalendarFile>[0] = {
  uid: 'viewing-1',
  viewing: { day: '2026-11-28', minute: 15 * 60 },
  summary: 'Viewing: BMW for $88,800',
  description: 'https://cars.example/orders/0190c1a0-0000-7000-8000-000000000000 is the order with everything about it',
  method: 'PUBLISH',
  now: new Date('2026-11-23T03:17:00Z'),
};

it('is an hour in UTC, with escaped texts and short lines', () => {
  const text = makeCalendarFile(event);
  expect(text).toContain('DTSTART:20261128T070000Z\r\nDTEND:20261128T080000Z\r\n');
  expect(text).toContain('SUMMARY:Viewing: BMW for $88\\,800\r\n');
  expect(text).toContain('METHOD:PUBLISH\r\n');
  expect(text).toContain('SEQUENCE:0\r\nSTATUS:TENTATIVE\r\n');
  const lines = text.split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${event.description}\r\n`);
});

it('is a whole day where no hour is known, and cancels the earlier event', () => {
  const text = makeCalendarFile({ ...event, viewing: { day: '2026-12-31', minute: null }, method: 'CANCEL' });
  expect(text).toContain('METHOD:CANCEL\r\n');
  expect(text).toContain('DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n');
  expect(text).toContain('SEQUENCE:1\r\nSTATUS:CANCELLED\r\n');
});

it('keeps texts in their line, and characters whole', () => {
  const text = makeCalendarFile({ ...event, summary: `a\nBEGIN:VEVENT;${'é'.repeat(80)}` });
  expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1);
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:a\\nBEGIN:VEVENT\\;${'é'.repeat(80)}\r\n`);
});
