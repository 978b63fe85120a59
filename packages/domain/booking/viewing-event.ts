import type { Viewing } from './read-viewing.ts';

/**
 * What a calendar does with the file (RFC 5546, 1.4). A program that gets `PUBLISH` adds or replaces the event; only with
 * `CANCEL` does it remove one.
 */
export type CalendarMethod = 'PUBLISH' | 'CANCEL';

/** The data of a viewing for a calendar file. */
type ViewingEvent = {
  /**
   * The id of the calendar event. All versions of one viewing have the same id, so that a calendar replaces the earlier
   * version.
   */
  readonly uid: string;
  readonly viewing: Viewing;
  readonly summary: string;
  readonly description: string;
  /** A cancellation has a higher sequence than the event that it removes (RFC 5546, 2.1.4). */
  readonly method: CalendarMethod;
  readonly now: Date;
};

/** Duration of the event in milliseconds. The real duration is unknown, so calendars show an hour. */
const lengthMs = 3_600_000;
const dayMs = 86_400_000;
const singaporeMs = 8 * 3_600_000;
/** Maximum number of bytes in a line, without its line break (RFC 5545, 3.1). */
const longestLine = 75;

/**
 * Writes the viewing as an iCalendar file (RFC 5545) with one event: in UTC, or for a whole day when the time is unknown.
 * @returns lines that end in CRLF, none longer than 75 bytes.
 */
export function viewingEvent({ uid, viewing, summary, description, method, now }: ViewingEvent): string {
  const cancelled = method === 'CANCEL';
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:Car House',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(now)}`,
    ...times(viewing),
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    `SEQUENCE:${cancelled ? 1 : 0}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'TENTATIVE'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** Returns the time when a viewing begins; undefined when only its day is known. */
export function viewingStart({ day, minute }: Viewing): Date | undefined {
  return minute === null ? undefined : new Date(Date.parse(day) - singaporeMs + minute * 60_000);
}

function times(viewing: Viewing): readonly string[] {
  const start = viewingStart(viewing);
  if (start !== undefined) return [`DTSTART:${utc(start)}`, `DTEND:${utc(new Date(start.getTime() + lengthMs))}`];
  const next = new Date(Date.parse(viewing.day) + dayMs).toISOString().slice(0, 10);
  return [`DTSTART;VALUE=DATE:${viewing.day.replaceAll('-', '')}`, `DTEND;VALUE=DATE:${next.replaceAll('-', '')}`];
}

/** Formats a time in UTC, such as `20261128T070000Z`. */
function utc(date: Date): string {
  return `${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r\n|\r|\n/g, '\\n');
}

/**
 * Folds a long line; every continuation line begins with a space. Lengths are counted in bytes, and no character is split.
 */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const sign of line) {
    const size = byteLength(sign);
    if (bytes + size > longestLine) {
      parts.push(part);
      [part, bytes] = [' ', 1];
    }
    part += sign;
    bytes += size;
  }
  return [...parts, part].join('\r\n');
}

function byteLength(sign: string): number {
  const code = sign.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
}
