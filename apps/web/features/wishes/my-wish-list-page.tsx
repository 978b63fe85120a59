import type { Product } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import type { Wish } from '@carhouse/contract/wishes';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { wishMessages } from '#messages/wishes';
import { useClient } from '../../app/api.ts';
import { useSignedInUser } from '../../app/session.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { EmptyState, NotLoaded } from '../../ui/empty-state.tsx';
import { BookingDialog } from '../bookings/booking-dialog.tsx';
import dashCardsStyles from '../dashboard/dash-cards.module.css';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { ShowMore, useShownRows } from '../dashboard/show-more.tsx';
import { CardSkeletons } from '../dashboard/skeletons.tsx';
import styles from './my-wish-list-page.module.css';
import { makeWishElementId, WishCard } from './wish-card.tsx';
import { myWishesQuery } from './wish-queries.ts';

/** The page with the cars that a user wishes for, newest first (specification, section 2). */
export function MyWishListPage(): ReactElement {
  const user = useSignedInUser();
  const list = useQuery(myWishesQuery(useClient(), user.email));
  return (
    <DashboardPage
      title={texts.drawer.myWishList}
      lead={list.data === undefined ? undefined : wishMessages.lead(list.data.length)}
    >
      {list.data !== undefined ? (
        list.data.length === 0 ? (
          <NoWishes />
        ) : (
          <WishList wishes={list.data} />
        )
      ) : (
        <NotLoaded
          query={list}
          errorTitle={wishMessages.failed}
          makeErrorText={wishMessages.failedText}
          skeleton={<CardSkeletons />}
        />
      )}
    </DashboardPage>
  );
}

function WishList({ wishes }: { wishes: readonly Wish[] }): ReactElement {
  const user = useSignedInUser();
  const shownRows = useShownRows(wishes, makeWishElementId);
  const [chosenCar, setChosenCar] = useState<Product>();
  return (
    <>
      <div className={`grid ${dashCardsStyles.gridDash} ${styles.wish}`}>
        {shownRows.rows.map((wish, index) => (
          <WishCard key={wish._id} wish={wish} isImageEager={index < 3} onBuy={setChosenCar} />
        ))}
      </div>
      {shownRows.rows.length < wishes.length ? (
        <ShowMore
          sentence={wishMessages.shown(shownRows.rows.length, wishes.length)}
          hasMore
          onShowMore={shownRows.showMore}
        />
      ) : null}
      {chosenCar === undefined ? null : (
        <BookingDialog car={chosenCar} user={user} onClose={() => setChosenCar(undefined)} />
      )}
    </>
  );
}

function NoWishes(): ReactElement {
  return (
    <EmptyState
      title={wishMessages.empty.title}
      action={
        <Link to="/home" className={makeButtonClass({ kind: 'primary' })}>
          {wishMessages.empty.action}
        </Link>
      }
    >
      {wishMessages.empty.text}
    </EmptyState>
  );
}
