import type { PayoutAccount } from '@carhouse/contract/payout-accounts';
import type { ReactElement } from 'react';
import { payoutMessages } from '#messages/payouts';
import { listPayoutSteps } from './payout-steps.ts';
import styles from './payouts-page.module.css';

const t = payoutMessages;

const classNamesByState = {
  done: styles.done,
  now: styles.now,
  todo: undefined,
  missing: undefined,
  stop: styles.stop,
};

/**
 * The steps to the first payout. A tall tick marks a step that is done, a hollow tick the next step, and a short tick a
 * later step.
 */
export function PayoutStepList({ account }: { account: PayoutAccount }): ReactElement {
  return (
    <ol className={`${styles.steps} num`} aria-label={t.steps.label}>
      {listPayoutSteps(account).map(({ name, state, text, stateText }) => (
        <li
          key={name}
          className={classNamesByState[state]}
          aria-current={state === 'now' || state === 'stop' ? 'step' : undefined}
        >
          <i aria-hidden="true" />
          <span>
            <b>
              {t.steps[name]}
              <span className="visually-hidden">, {t.stepStates[state]}</span>
            </b>
            <span className={styles.stepText}>{text}</span>
          </span>
          <span className={styles.stepEnd}>{stateText}</span>
        </li>
      ))}
    </ol>
  );
}
