import { texts } from '@carhouse/contract/texts';
import type { ReactElement } from 'react';
import { sales } from '#texts/sales';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DashPage } from '../dashboard/dash-page.tsx';

/** Who has booked the seller's cars (specification, section 2). */
export function MyBuyersPage(): ReactElement {
  return (
    <DashPage title={texts.drawer.myBuyers} lead={texts.myBuyers}>
      <EmptyState title={sales.empty.title}>{sales.empty.text}</EmptyState>
    </DashPage>
  );
}
