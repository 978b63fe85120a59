import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import type { ReactElement } from 'react';
import { feeMessages } from '#messages/fees';
import { Field } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import styles from './fees-page.module.css';
import type { RuleBeginning } from './rule-form-values.ts';

const t = feeMessages.form;

type BeginFieldProps = {
  readonly label: string;
  readonly value: RuleBeginning;
  readonly error: string | undefined;
  readonly onChange: (value: RuleBeginning) => void;
};

/** The choice whether a rule begins at once or on a later day. */
export function BeginField({ label, value, error, onChange }: BeginFieldProps): ReactElement {
  const { begins, day } = value;
  return (
    <div className="form__row">
      <div className="field">
        <span className={styles.legend}>{label}</span>
        <Segments
          label={label}
          value={begins}
          options={[
            { value: 'now', label: t.beginsNow },
            { value: 'day', label: t.beginsOn },
          ]}
          onChoose={(chosenBeginning) => onChange({ begins: chosenBeginning, day })}
        />
      </div>
      {begins === 'now' ? null : (
        <Field
          label={t.day}
          type="date"
          hint={t.dayHint}
          value={day}
          error={error}
          onChange={(event) => onChange({ begins, day: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

/** Returns why a beginning is invalid; undefined when it is valid. */
export function findBeginningFault({ begins, day }: RuleBeginning, now: Date): string | undefined {
  return begins === 'day' && !(day > toSingaporeDay(now)) ? t.faults.day : undefined;
}
