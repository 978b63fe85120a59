import type { ReactElement } from 'react';
import { Loading } from '../../ui/spinner.tsx';
import styles from './payment-page.module.css';

/**
 * A loading text and placeholders with the size of the card form.
 * @param props.hasSum whether the amount is shown above already.
 */
export function PaySkeleton({ hasSum = false }: { hasSum?: boolean }): ReactElement {
  return (
    <>
      <Loading />
      <div className="form" aria-hidden="true">
        {hasSum ? null : <div className={`skeleton ${styles.skeletonSum}`} />}
        <div className={`skeleton ${styles.skeletonCard}`} />
        <div className={`skeleton ${styles.skeletonPay}`} />
        <div className={`skeleton ${styles.skeletonHint}`} />
        <div className={`skeleton ${styles.skeletonNote}`} />
      </div>
    </>
  );
}
