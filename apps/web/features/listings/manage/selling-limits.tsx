import { markedSalesText } from '@carhouse/domain/account/seller-limits-text';
import { useQuery } from '@tanstack/react-query';
import { TrendingUp } from 'lucide-react';
import type { ReactElement } from 'react';
import { productMessages } from '#messages/products';
import { useClient } from '../../../app/api.ts';
import { Callout } from '../../../ui/callout.tsx';
import styles from './my-products-page.module.css';
import { sellingLimitsQuery } from './own-listing-queries.ts';

const t = productMessages.limits;

/**
 * Shows how many more cars a seller may put on sale and advertise, and how these limits grow. The component renders
 * nothing for sellers without such a limit.
 */
export function SellingLimits(): ReactElement | null {
  const { data: limits } = useQuery(sellingLimitsQuery(useClient()));
  if (limits === null || limits === undefined) return null;
  const { cars, advertisements, steps } = limits;
  const isLimitReached = cars.used >= cars.most;
  return (
    <Callout icon={TrendingUp} kind={isLimitReached ? 'wait' : 'plain'} className={styles.limits}>
      <b>{t.used(cars, advertisements)}</b> {limits.countsMarkedSales ? `${markedSalesText} ` : ''}
      {isLimitReached ? `${t.full} ` : ''}
      {steps.length === 0 ? '' : t.grows(steps)}
    </Callout>
  );
}
