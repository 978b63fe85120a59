import { isCalendarDay } from '@carhouse/domain/text/singapore-day';
import { type ReactElement, useState } from 'react';
import { Field } from './field.tsx';

type DayFieldProps = {
  readonly label: string;
  /** The chosen day as an ISO date; empty when no day is chosen. */
  readonly value: string;
  readonly error?: string | undefined;
  /** The function is called with a complete day, or with an empty text when the field was cleared. */
  readonly onChoose: (day: string) => void;
};

/**
 * A date field. While a user types a year digit by digit, the browser reports days such as 0002-03-01. The field keeps
 * a day such as 0002-03-01 as its text, but calls `onChoose` only with a valid day.
 */
export function DayField({ label, value, error, onChoose }: DayFieldProps): ReactElement {
  const [typedText, setTypedText] = useState(value);
  const [chosenDay, setChosenDay] = useState(value);
  if (chosenDay !== value) {
    setChosenDay(value);
    setTypedText(value);
  }
  return (
    <Field
      label={label}
      type="date"
      value={typedText}
      error={error}
      onChange={(event) => {
        const day = event.currentTarget.value;
        setTypedText(day);
        if (day === '' || isCalendarDay(day)) onChoose(day);
      }}
    />
  );
}
