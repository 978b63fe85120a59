import { singaporeDay } from '@carhouse/domain/text/singapore-day';
import type { ReactElement } from 'react';
import { feeMessages } from '#messages/fees';
import { Field } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import styles from './fees-page.module.css';
import type { Beginning } from './rule-form-values.ts';

const t = feeMessages.form;

type BeginFieldProps = {
  readonly label: string;
  readonly value: Beginning;
  readonly error: string | undefined;
  readonly onChange: (value: Beginning) => void;
};

/** The choice between at once and a day after today. */
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
          onChoose={(chosen) => onChange({ begins: chosen, day })}
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
export function findBeginningFault({ begins, day }: Beginning, now: Date): string | undefined {
  return begins === 'day' && !(day > singaporeDay(now)) ? t.faults.day : undefined;
}
