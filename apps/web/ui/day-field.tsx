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
 * this text, but calls `onChoose` only with a valid day.
 */
export function DayField({ label, value, error, onChoose }: DayFieldProps): ReactElement {
  const [typed, setTyped] = useState(value);
  const [chosen, setChosen] = useState(value);
  if (chosen !== value) {
    setChosen(value);
    setTyped(value);
  }
  return (
    <Field
      label={label}
      type="date"
      value={typed}
      error={error}
      onChange={(event) => {
        const day = event.currentTarget.value;
        setTyped(day);
        if (day === '' || isCalendarDay(day)) onChoose(day);
      }}
    />
  );
}
