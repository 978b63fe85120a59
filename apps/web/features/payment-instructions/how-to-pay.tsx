import type { PaymentInstructionsAnswer } from '@carhouse/contract/payment-instructions';
import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { Callout } from '../../ui/callout.tsx';
import { formatDate, formatDateTime } from '../../ui/format-date.ts';
import styles from './payment-instructions.module.css';

const t = paymentInstructionMessages;

type Props = {
  readonly instructions: PaymentInstructionsAnswer;
  /** The time of the booking (ISO text), after which a change is suspicious; undefined for readers who do not pay. */
  readonly bookedAt?: string;
  /** Whether the reader is the seller themselves. */
  readonly isOwn?: boolean;
};

/** How a seller wants to be paid: the ways to pay, the PayNow number, the note, and the date of the last change. */
export function HowToPay({ instructions, bookedAt, isOwn = false }: Props): ReactElement {
  const { ways, paynowTo, note, changedAt } = instructions;
  const isNew = bookedAt !== undefined && changedAt > bookedAt;
  return (
    <div className={styles.instructions}>
      <ul className={styles.ways}>
        {ways.map((way) => (
          <li key={way}>{t.ways[way]}</li>
        ))}
      </ul>
      {paynowTo === null ? null : (
        <p className={styles.target}>
          {t.paynowTo} <b className="num">{paynowTo}</b>
        </p>
      )}
      {note === '' ? null : <p className={styles.note}>{note}</p>}
      {isNew ? (
        <Callout icon={TriangleAlert} kind="wait">
          {t.changed(formatDateTime(changedAt))}
        </Callout>
      ) : (
        <p className={styles.since}>{(isOwn ? t.form.since : t.since)(formatDate(changedAt))}</p>
      )}
    </div>
  );
}

/** The ways in which a seller wants to be paid, in one line. */
export function describePaymentWays({ ways }: PaymentInstructionsAnswer): string {
  return ways.map((way) => t.ways[way]).join(', ');
}
