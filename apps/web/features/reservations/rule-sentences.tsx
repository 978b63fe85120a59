import type { ReactElement } from 'react';
import styles from './reservation.module.css';

/** The rule of a reservation, word for word, with a line for each of its sentences. */
export function RuleSentences({ text }: { readonly text: string }): ReactElement {
  return (
    <ul className={`${styles.rule} num`}>
      {text.split(/(?<=\.) /).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
