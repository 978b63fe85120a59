import { addDaysToIsoDate } from '../text/singapore-day.ts';
import type { Viewing } from './read-viewing.ts';

/**
 * What a calendar program does with the file (RFC 5546, 1.4). With `PUBLISH` the program adds or replaces the event,
 * and with `CANCEL` it removes the event.
 */
export type CalendarMethod = 'PUBLISH' | 'CANCEL';

/** The data of a viewing for a calendar file. */
type ViewingEvent = {
  /**
   * The id of the calendar event. All calendar files about one viewing have the same event id, so that a calendar
   * replaces the earlier version.
   */
  readonly uid: string;
  readonly viewing: Viewing;
  readonly summary: string;
  readonly description: string;
  /** A cancellation has a higher sequence than the event that it removes (RFC 5546, 2.1.4). */
  readonly method: CalendarMethod;
  readonly now: Date;
};

/** Duration of the event in milliseconds: an hour, because the real duration of the viewing is unknown. */
const viewingLengthMs = 3_600_000;
const singaporeOffsetMs = 8 * 3_600_000;
/** Maximum number of bytes in a line, without its line break (RFC 5545, 3.1). */
const maxLineBytes = 75;

/**
 * Returns the text of an iCalendar file (RFC 5545) with the viewing as its only event. The times are in UTC. A viewing
 * without a known time lasts the whole day.
 * @returns lines that end in CRLF, none longer than 75 bytes.
 */
export function makeCalendarFile({ uid, viewing, summary, description, method, now }: ViewingEvent): string {
  const isCancellation = method === 'CANCEL';
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:Car House',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${formatUtc(now)}`,
    ...makeTimeLines(viewing),
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `SEQUENCE:${isCancellation ? 1 : 0}`,
    `STATUS:${isCancellation ? 'CANCELLED' : 'TENTATIVE'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** Returns the time when a viewing begins; undefined when only its day is known. */
export function computeViewingStart({ day, minute }: Viewing): Date | undefined {
  return minute === null ? undefined : new Date(Date.parse(day) - singaporeOffsetMs + minute * 60_000);
}

function makeTimeLines(viewing: Viewing): readonly string[] {
  const startTime = computeViewingStart(viewing);
  if (startTime !== undefined)
    return [`DTSTART:${formatUtc(startTime)}`, `DTEND:${formatUtc(new Date(startTime.getTime() + viewingLengthMs))}`];
  const nextDay = addDaysToIsoDate(viewing.day, 1);
  return [`DTSTART;VALUE=DATE:${viewing.day.replaceAll('-', '')}`, `DTEND;VALUE=DATE:${nextDay.replaceAll('-', '')}`];
}

/** Formats a time in UTC, such as `20261128T070000Z`. */
function formatUtc(date: Date): string {
  return `${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r\n|\r|\n/g, '\\n');
}

/**
 * Splits a line of more than 75 bytes into several lines. Every further line begins with a space, as RFC 5545 requires.
 * No character is split.
 */
function foldLine(line: string): string {
  const foldedLines: string[] = [];
  let foldedLine = '';
  let bytes = 0;
  for (const character of line) {
    const byteCount = countUtf8Bytes(character);
    if (bytes + byteCount > maxLineBytes) {
      foldedLines.push(foldedLine);
      [foldedLine, bytes] = [' ', 1];
    }
    foldedLine += character;
    bytes += byteCount;
  }
  return [...foldedLines, foldedLine].join('\r\n');
}

function countUtf8Bytes(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  return codePoint < 0x80 ? 1 : codePoint < 0x8_00 ? 2 : codePoint < 0x1_00_00 ? 3 : 4;
}
