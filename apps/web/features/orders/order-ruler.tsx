import type { OrderPage } from '@carhouse/contract/orders';
import type { ReactElement } from 'react';
import { orderPageMessages } from '#messages/order-page';
import { useTakesPayments } from '../../app/business-mode.ts';
import styles from './order-ruler.module.css';
import { listRulerSteps } from './order-steps.ts';

const classNamesByState = {
  done: styles.done,
  now: styles.now,
  todo: styles.todo,
  skipped: styles.todo,
  stop: styles.stop,
};

/**
 * The steps of an order as ticks on a ruler. A tall tick is a step that is done, a hollow tick is the next step,
 * and each small tick is a day.
 */
export function OrderRuler({ order }: { order: OrderPage }): ReactElement {
  const takesPayments = useTakesPayments();
  return (
    <div className={styles.box}>
      <ol className={styles.ruler} aria-label={orderPageMessages.steps.label}>
        {listRulerSteps(order, takesPayments).map(({ step, state, detail, daysUntilNextStep }) => (
          <li
            key={step}
            className={`${styles.step} ${classNamesByState[state]}`}
            aria-current={state === 'now' || state === 'stop' ? 'step' : undefined}
          >
            <span className={styles.bar} aria-hidden="true">
              <i />
              {Array.from({ length: daysUntilNextStep }, (_, day) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the ticks are alike and never change their places
                <b key={day} />
              ))}
              <u />
            </span>
            <span className={styles.text}>
              <span className={styles.name}>
                {orderPageMessages.steps[step]}
                <span className="visually-hidden">, {orderPageMessages.stepStates[state]}</span>
              </span>
              <span className={`${styles.when} num`}>{detail}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
