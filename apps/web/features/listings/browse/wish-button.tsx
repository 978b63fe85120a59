import type { User } from '@carhouse/contract/accounts';
import type { Product } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import type { AccountId } from '@carhouse/domain/account/account';
import { publicName } from '@carhouse/domain/account/public-name';
import { findWisherRefusal } from '@carhouse/domain/listing/listing-policy';
import { Link } from '@tanstack/react-router';
import { Heart } from 'lucide-react';
import { type ReactElement, type ReactNode, useId } from 'react';
import { listingMessages } from '#messages/listings';
import { useSession } from '../../../app/session.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { rememberWish } from '../../wishes/pending-wish.ts';
import { useRemoveWish } from '../../wishes/use-remove-wish.tsx';
import styles from './wish-button.module.css';
import { useWish } from './wished-cars.ts';

type WishButtonProps = {
  readonly car: Pick<Product, '_id' | 'title' | 'email'>;
  /** Whether the button shows only a heart and no text, as on an image. */
  readonly isHeartOnly?: boolean;
  /** Whether the button has no border. The button above the name of a car on the car's page has no border. */
  readonly isBorderless?: boolean;
};

/**
 * The button 'Add To Wish List', or the button that removes a car that is already on the list. Visitors log in first
 * and then return to the car, whose page adds the wish. The seller of the car sees why they cannot wish.
 */
export function WishButton(props: WishButtonProps): ReactElement {
  const user = useSession();
  return user === null ? <WishLink {...props} /> : <UserWishButton {...props} user={user} />;
}

const makeAddLabel = (car: WishButtonProps['car']): string => `${texts.addToWishList}: ${car.title}`;

function makeButtonClasses({ isHeartOnly = false, isBorderless = false }: WishButtonProps): string {
  return isHeartOnly ? 'heart' : `btn ${styles.btnWish} ${isBorderless ? 'btn--quiet' : ''}`;
}

function WishLink(props: WishButtonProps): ReactElement {
  return (
    <Link
      className={makeButtonClasses(props)}
      to="/login"
      search={{ from: `/cars/${props.car._id}?want=wish` }}
      aria-label={makeAddLabel(props.car)}
      onClick={() => rememberWish(props.car._id)}
    >
      <ButtonContent {...props} icon={<Icon of={Heart} />} />
    </Link>
  );
}

function UserWishButton(props: WishButtonProps & { readonly user: User }): ReactElement {
  const { car, user } = props;
  const { wishId, isBusy, add: addWish } = useWish(car._id, user);
  const removeWish = useRemoveWish();
  const reasonId = useId();
  const reason = findRefusalReason(car, user);
  const toggleWish = () => (wishId === undefined ? addWish() : removeWish({ wishId, title: car.title }));
  return (
    <>
      <button
        className={makeButtonClasses(props)}
        type="button"
        aria-label={wishId === undefined ? makeAddLabel(car) : listingMessages.wish.remove(car.title)}
        aria-busy={isBusy || undefined}
        data-wish={car._id}
        data-wished={wishId !== undefined}
        onClick={isBusy || reason !== undefined ? undefined : toggleWish}
        {...(reason === undefined ? {} : { 'aria-disabled': true, 'aria-describedby': reasonId, title: reason })}
      >
        <ButtonContent {...props} icon={isBusy ? <Spinner /> : <Icon of={Heart} />} isWished={wishId !== undefined} />
      </button>
      {reason === undefined ? null : (
        <span className="visually-hidden" id={reasonId}>
          {reason}
        </span>
      )}
    </>
  );
}

type WishTextProps = WishButtonProps & { readonly icon: ReactNode; readonly isWished?: boolean };

function ButtonContent({ isHeartOnly = false, icon, isWished = false }: WishTextProps): ReactElement {
  return (
    <>
      {icon}
      {isHeartOnly ? null : <span>{isWished ? listingMessages.wish.on : texts.addToWishList}</span>}
    </>
  );
}

/** Returns why this user cannot wish for this car; undefined when they can. */
function findRefusalReason(car: WishButtonProps['car'], user: User): string | undefined {
  const refusal = findWisherRefusal(user.role, car.email === publicName(user._id as AccountId));
  if (refusal === null) return undefined;
  return refusal === 'OWN_LISTING' ? listingMessages.wish.ownReason : listingMessages.wish.noRoleReason;
}
