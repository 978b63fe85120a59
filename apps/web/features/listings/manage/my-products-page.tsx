import type { OwnProduct } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileUp, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { productMessages } from '#messages/products';
import { stockMessages } from '#messages/stock';
import { useClient } from '../../../app/api.ts';
import { useSignedInUser } from '../../../app/session.ts';
import { makeButtonClass } from '../../../ui/button.tsx';
import { EmptyState, NotLoaded } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from '../../dashboard/dash-cards.module.css';
import { DashboardPage } from '../../dashboard/dash-page.tsx';
import { CardSkeletons } from '../../dashboard/skeletons.tsx';
import { describeStatusCounts } from './listing-status.ts';
import { OwnListingCard } from './own-listing-card.tsx';
import { isLongList, ownListingsQuery } from './own-listing-queries.ts';
import { SellingLimits } from './selling-limits.tsx';
import { StockList } from './stock/stock-page.tsx';
import { type StockListSearch, stockQuery } from './stock/stock-queries.ts';

/**
 * The page with the cars of the signed-in seller in every status (specification, section 2). A few cars are shown as
 * cards, and many as a list with tools.
 */
export function MyProductsPage({ choice }: { choice: StockListSearch }): ReactElement {
  const stockResult = useQuery(stockQuery(useClient(), choice));
  if (stockResult.data !== undefined && isLongList(stockResult.data.counts.all)) {
    return (
      <DashboardPage
        title={texts.drawer.myProducts}
        lead={stockMessages.lead(stockResult.data.counts.all, stockResult.data.asked)}
        actions={
          <>
            <Link to="/dashboard/import" className={makeButtonClass({})}>
              <Icon of={FileUp} />
              {stockMessages.import}
            </Link>
            <AddLink />
          </>
        }
      >
        <SellingLimits />
        <StockList choice={choice} />
      </DashboardPage>
    );
  }
  if (stockResult.data === undefined) {
    return (
      <DashboardPage title={texts.drawer.myProducts} actions={<AddLink />}>
        <NotLoaded
          query={stockResult}
          errorTitle={productMessages.failed}
          makeErrorText={productMessages.failedText}
          skeleton={<CardSkeletons />}
        />
      </DashboardPage>
    );
  }
  return <CarCards />;
}

/** The cards of the cars, newest first. */
function CarCards(): ReactElement {
  const user = useSignedInUser();
  const list = useInfiniteQuery(ownListingsQuery(useClient(), user.email));
  const cars = list.data?.pages.flatMap((page) => page.cars);
  return (
    <DashboardPage title={texts.drawer.myProducts} lead={makeLeadText(cars)} actions={<AddLink />}>
      <SellingLimits />
      {cars !== undefined ? (
        cars.length === 0 ? (
          <EmptyState title={productMessages.empty.title} action={<AddLink />}>
            {productMessages.empty.text}
          </EmptyState>
        ) : (
          <div className={`grid ${styles.gridDash}`}>
            {cars.map((car, index) => (
              <OwnListingCard key={car._id} car={car} isImageEager={index < 3} />
            ))}
          </div>
        )
      ) : (
        <NotLoaded
          query={list}
          errorTitle={productMessages.failed}
          makeErrorText={productMessages.failedText}
          skeleton={<CardSkeletons />}
        />
      )}
    </DashboardPage>
  );
}

function makeLeadText(cars: readonly OwnProduct[] | undefined): string | undefined {
  return cars === undefined ? undefined : productMessages.lead(cars.length, describeStatusCounts(cars));
}

function AddLink(): ReactElement {
  return (
    <Link to="/dashboard/addProduct" className={makeButtonClass({ kind: 'primary' })}>
      <Icon of={Plus} />
      {texts.drawer.addProduct}
    </Link>
  );
}
