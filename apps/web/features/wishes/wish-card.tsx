import type { User } from '@carhouse/contract/accounts';
import type { Product } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import { myWish, type Wish } from '@carhouse/contract/wishes';
import { findBookerRefusal } from '@carhouse/domain/booking/booking-policy';
import { isOnSale, isPublic } from '@carhouse/domain/listing/listing-policy';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ban, Lock } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { wishMessages } from '#messages/wishes';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { useSignedInUser } from '../../app/session.ts';
import { toastError } from '../../app/toasts.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { type StatusLabel, StatusOnImage, VerifiedBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { formatBrand, formatMoney } from '../../ui/format.ts';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { Timestamp } from '../../ui/stamp.tsx';
import dashCardsStyles from '../dashboard/dash-cards.module.css';
import { CoeLine } from '../listings/browse/coe-line.tsx';
import { formatMainFacts } from '../listings/browse/facts-line.ts';
import styles from './my-wish-list-page.module.css';
import { RemoveWishButton } from './remove-wish-button.tsx';
import { freshProductQuery } from './wish-queries.ts';

type WishCardProps = {
  readonly wish: Wish;
  readonly isImageEager: boolean;
  /** The function opens the booking dialog for the car with its current data. */
  readonly onBuy: (car: Product) => void;
};

/** Returns the HTML id of a wish's card. */
export function makeWishElementId(wish: Wish): string {
  return `wish-${wish._id}`;
}

/** The card of a car on the wish list, with the data of the car at the time of the wish and its current price. */
export function WishCard({ wish, isImageEager, onBuy }: WishCardProps): ReactElement {
  const titleId = useId();
  const status = findStatusLabel(wish);
  return (
    <article
      className={status === undefined ? 'card' : `card ${dashCardsStyles.isSold}`}
      id={makeWishElementId(wish)}
      tabIndex={-1}
      aria-labelledby={titleId}
    >
      <div className="card__image">
        <ResponsiveImage
          url={wish.productImage}
          size={null}
          alt=""
          sizes="(min-width: 80rem) 22rem, (min-width: 48rem) 46vw, 94vw"
          isEager={isImageEager}
        />
        {status === undefined ? null : <StatusOnImage status={status} />}
      </div>
      <div className="card__head">
        <h2 className="card__title" id={titleId}>
          {isPublic(wish.status) ? (
            <Link to="/cars/$id" params={{ id: wish.productId }}>
              {wish.productTitle}
            </Link>
          ) : (
            wish.productTitle
          )}
        </h2>
        <p className="card__price num">{formatMoney(wish.priceNow)}</p>
      </div>
      <div className="card__sub">
        <span>
          {formatBrand(wish.category)}, {wish.authorLocation}
        </span>
        {wish.originalPrice === null ? null : (
          <span className="num">
            {wishMessages.original} <s>{formatMoney(wish.originalPrice)}</s>
          </span>
        )}
      </div>
      <PriceChangeText wish={wish} />
      {status === undefined ? null : <p className={styles.wishMove}>{explainUnavailable(wish)}</p>}
      <p className={`${styles.wishFacts} num`}>{formatMainFacts(wish)}</p>
      <CoeLine car={wish}>
        {wish.depreciationPerYear === null ? null : (
          <span className="card__dep num">
            {wishMessages.perYear(formatMoney(Math.round(wish.depreciationPerYear)))}
          </span>
        )}
      </CoeLine>
      <dl className="facts">
        <Fact name={wishMessages.posted}>
          <Timestamp at={wish.postedAt}>{wish.postedTime}</Timestamp>
        </Fact>
        <Fact name={wishMessages.wished}>
          <Timestamp at={wish.wishedAt}>{wish.wishTime}</Timestamp>
        </Fact>
      </dl>
      <div className="seller">
        <Avatar name={wish.author} size="sm" />
        <span className="seller__name">
          {wish.author}
          {wish.verification === 'Verified' ? <VerifiedBadge label={wishMessages.verifiedSeller} /> : null}
        </span>
      </div>
      <div className="card__actions">
        <BuyButton wish={wish} onBuy={onBuy} />
        <RemoveWishButton wish={wish} />
      </div>
    </article>
  );
}

function findStatusLabel(wish: Wish): StatusLabel | undefined {
  if (wish.available) return undefined;
  if (wish.status === 'sold') return { kind: 'off', icon: Lock, words: wishMessages.sold };
  return { kind: 'off', icon: Ban, words: wishMessages.withdrawn };
}

function PriceChangeText({ wish }: { wish: Wish }): ReactElement | null {
  // The price difference is computed in cents, so that it is exact.
  const priceDifferenceCents = Math.round(wish.priceNow * 100) - Math.round(wish.resalePrice * 100);
  if (priceDifferenceCents === 0 || !wish.available) return null;
  return priceDifferenceCents < 0 ? (
    <p className={`${styles.wishMove} ${styles.wishMoveLess} num`}>{wishMessages.fewer(-priceDifferenceCents / 100)}</p>
  ) : (
    <p className={`${styles.wishMove} num`}>{wishMessages.more(priceDifferenceCents / 100)}</p>
  );
}

/** Returns the reason why a car can no longer be booked. */
function explainUnavailable({ status }: Wish): string {
  return status === 'sold' ? wishMessages.soldText : wishMessages.withdrawnText;
}

/** Returns why this user cannot book the car; undefined when they can. */
function findBookingRefusal(wish: Wish, user: User): string | undefined {
  if (!wish.available) return explainUnavailable(wish);
  return findBookerRefusal(user.role, false) === null ? undefined : wishMessages.buyersOnly;
}

/**
 * The button 'Buy Now', which books the car in its current state and at its current price. The booking ignores the
 * state and the price at the time of the wish.
 */
function BuyButton({ wish, onBuy }: Pick<WishCardProps, 'wish' | 'onBuy'>): ReactElement {
  const reasonId = useId();
  const client = useClient();
  const queryClient = useQueryClient();
  const loadCarMutation = useMutation({
    mutationFn: () => queryClient.fetchQuery(freshProductQuery(client, wish.productId)),
    onSuccess: async (car) => {
      if (isOnSale(car.status)) return onBuy(car);
      toastError(wishMessages.gone);
      await invalidate(queryClient, myWish);
    },
    onError: async (error) => {
      toastError(error.message);
      await invalidate(queryClient, myWish);
    },
  });
  const reason = findBookingRefusal(wish, useSignedInUser());
  if (reason !== undefined) {
    return (
      <>
        <Button
          aria-disabled="true"
          aria-describedby={reasonId}
          aria-label={wishMessages.buy(wish.productTitle)}
          title={reason}
        >
          {texts.buyNow}
        </Button>
        <span className="visually-hidden" id={reasonId}>
          {reason}
        </span>
      </>
    );
  }
  return (
    <Button
      kind="primary"
      aria-label={wishMessages.buy(wish.productTitle)}
      aria-haspopup="dialog"
      isBusy={loadCarMutation.isPending}
      onClick={() => loadCarMutation.mutate()}
    >
      {texts.buyNow}
    </Button>
  );
}
