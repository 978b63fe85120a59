import type { Viewing } from './read-viewing.ts';

/** A viewing as a calendar shows it. */
type ViewingEvent = {
  /** The same for every version of one viewing, so that a calendar replaces it. */
  readonly uid: string;
  readonly viewing: Viewing;
  readonly summary: string;
  readonly description: string;
  /** A cancelled event has a higher sequence than the one it replaces (RFC 5546, 2.1.4). */
  readonly cancelled: boolean;
  readonly now: Date;
};

/** Nobody says how long a viewing takes: calendars show an hour. */
const lengthMs = 3_600_000;
const dayMs = 86_400_000;
const singaporeMs = 8 * 3_600_000;
/** Bytes of a line without its break (RFC 5545, 3.1). */
const longestLine = 75;

/**
 * The viewing as an iCalendar file (RFC 5545) of one event, in UTC, or of a whole day where no hour is known.
 * @returns lines that end in CRLF, none longer than 75 bytes.
 */
export function viewingEvent({ uid, viewing, summary, description, cancelled, now }: ViewingEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:Car House',
    'METHOD:PUBLISH',
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

/** When a viewing begins; undefined where only its day is known. */
function viewingStart({ day, minute }: Viewing): Date | undefined {
  return minute === null ? undefined : new Date(Date.parse(day) - singaporeMs + minute * 60_000);
}

function times(viewing: Viewing): readonly string[] {
  const start = viewingStart(viewing);
  if (start !== undefined) return [`DTSTART:${utc(start)}`, `DTEND:${utc(new Date(start.getTime() + lengthMs))}`];
  const next = new Date(Date.parse(viewing.day) + dayMs).toISOString().slice(0, 10);
  return [`DTSTART;VALUE=DATE:${viewing.day.replaceAll('-', '')}`, `DTEND;VALUE=DATE:${next.replaceAll('-', '')}`];
}

/** `20261128T070000Z` */
function utc(date: Date): string {
  return `${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, '\\n');
}

/** Breaks a long line; every further part begins with a blank. Counts bytes, and never breaks a character. */
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
