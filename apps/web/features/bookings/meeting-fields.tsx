import { readViewing } from '@carhouse/domain/booking/read-viewing';
import { formatPickedViewing, formatTimeOfDay } from '@carhouse/domain/booking/write-viewing';
import { type ReactElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { bookingMessages } from '#messages/booking';
import { Field } from '../../ui/field.tsx';
import { formatLongDay } from '../../ui/format-date.ts';

const t = bookingMessages.meetingDate;
/** The offset of Singapore from UTC. */
const singaporeOffsetMs = 8 * 3_600_000;

type MeetingFieldsProps = {
  /** The text that the buyer typed when the dialog was open before. */
  readonly initialText: string | undefined;
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
};

/**
 * The meeting date as free text (specification, section 3), with a line that says how the server reads the text. Beside
 * the text is a field in which the buyer picks a day and a time; a picked time replaces the text.
 */
export function MeetingFields({ initialText = '', error, isReadOnly }: MeetingFieldsProps): ReactElement {
  const [text, setText] = useState(initialText);
  // A relative date in the text, such as `tomorrow`, is counted from the day on which the dialog was opened.
  const [openedAt] = useState(() => new Date());
  return (
    <>
      <Field
        label={t.label}
        name="meetingDate"
        placeholder={t.example}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        hint={<span role="status">{describeUnderstoodTime(text, openedAt)}</span>}
        error={error}
        readOnly={isReadOnly}
        aria-required
        data-autofocus
      />
      <Field
        label={t.pick}
        type="datetime-local"
        min={new Date(openedAt.getTime() + singaporeOffsetMs).toISOString().slice(0, 16)}
        step={900}
        hint={t.pickHint}
        readOnly={isReadOnly}
        onChange={(event) => {
          const viewingText = formatPickedViewing(event.currentTarget.value, openedAt);
          // The input event reaches the form after this handler, and the form stores the new text of the field.
          if (viewingText !== undefined) flushSync(() => setText(viewingText));
        }}
      />
    </>
  );
}

/**
 * Tells the buyer how the server understood the text: as a day and perhaps a time. When the server does not understand
 * the text, the hint says that only the seller reads the text.
 */
function describeUnderstoodTime(text: string, now: Date): string {
  if (text.trim() === '') return t.hint;
  const parsedViewing = readViewing(text, now);
  if (parsedViewing === undefined) return t.unread;
  const day = formatLongDay(`${parsedViewing.day}T12:00:00+08:00`);
  return t.readAs(parsedViewing.minute === null ? day : `${day}, ${formatTimeOfDay(parsedViewing.minute)}`);
}
