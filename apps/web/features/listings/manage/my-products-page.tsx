import type { OwnProduct } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { productMessages } from '#messages/products';
import { useClient } from '../../../app/api.ts';
import { useSignedInUser } from '../../../app/session.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState, NotLoaded } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from '../../dashboard/dash-cards.module.css';
import { DashPage } from '../../dashboard/dash-page.tsx';
import { ShowMore, useShown } from '../../dashboard/show-more.tsx';
import { CardSkeletons } from '../../dashboard/skeletons.tsx';
import { countsOf, listingElementId } from './listing-status.ts';
import { OwnListingCard } from './own-listing-card.tsx';
import { ownListingsQuery } from './own-listing-queries.ts';
import { SellingLimits } from './selling-limits.tsx';

/** A seller's own cars in every status, newest first (specification, section 2). */
export function MyProductsPage(): ReactElement {
  const user = useSignedInUser();
  const list = useInfiniteQuery(ownListingsQuery(useClient(), user.email));
  const cars = list.data?.pages.flatMap((page) => page.cars);
  return (
    <DashPage title={texts.drawer.myProducts} lead={leadOf(cars, list.hasNextPage)} actions={<AddLink />}>
      <SellingLimits />
      {cars !== undefined ? (
        cars.length === 0 ? (
          <EmptyState title={productMessages.empty.title} action={<AddLink />}>
            {productMessages.empty.text}
          </EmptyState>
        ) : (
          <Cars cars={cars} pages={list} />
        )
      ) : (
        <NotLoaded
          query={list}
          failed={productMessages.failed}
          explain={productMessages.failedText}
          skeleton={<CardSkeletons />}
        />
      )}
    </DashPage>
  );
}

/** The count of the cars: only when all of them have come. */
function leadOf(cars: readonly OwnProduct[] | undefined, more: boolean): string | undefined {
  if (cars === undefined) return undefined;
  return more ? productMessages.leadOfNewest(cars.length) : productMessages.lead(cars.length, countsOf(cars));
}

type Pages = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
};

function Cars({ cars, pages }: { cars: readonly OwnProduct[]; pages: Pages }): ReactElement {
  const shown = useShown(cars, listingElementId, pages);
  const sentence = pages.hasNextPage
    ? productMessages.shownOfMore(shown.rows.length)
    : productMessages.shown(shown.rows.length, cars.length);
  return (
    <>
      <div className={`grid ${styles.gridDash}`}>
        {shown.rows.map((car, place) => (
          <OwnListingCard key={car._id} car={car} eager={place < 3} />
        ))}
      </div>
      {shown.more ? (
        <ShowMore sentence={sentence} more busy={pages.isFetchingNextPage} onMore={shown.showMore} />
      ) : null}
    </>
  );
}

function AddLink(): ReactElement {
  return (
    <Link to="/dashboard/addProduct" className={buttonClass({ kind: 'primary' })}>
      <Icon of={Plus} />
      {texts.drawer.addProduct}
    </Link>
  );
}
