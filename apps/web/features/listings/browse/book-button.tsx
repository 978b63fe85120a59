import type { User } from '@carhouse/contract/accounts';
import type { Product } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import type { AccountId } from '@carhouse/domain/account/account';
import { publicName } from '@carhouse/domain/account/public-name';
import { findBookerRefusal } from '@carhouse/domain/booking/booking-policy';
import { type ReactElement, useId } from 'react';
import { listingMessages } from '#messages/listings';
import { Button } from '../../../ui/button.tsx';

type BookButtonProps = {
  readonly car: Product;
  readonly user: User;
  readonly onBook: () => void;
  readonly buttonLook?: { readonly isLarge?: boolean; readonly isBlock?: boolean };
};

/** The button 'Book Now', for buyers. Users who are not buyers see the reason why they cannot book. */
export function BookButton({ car, user, onBook, buttonLook: buttonSize = {} }: BookButtonProps): ReactElement {
  const id = useId();
  const refusal = findBookerRefusal(user.role, car.email === publicName(user._id as AccountId));
  if (refusal === null) {
    return (
      <Button
        kind="primary"
        aria-label={`${texts.bookNow}: ${car.title}`}
        aria-haspopup="dialog"
        onClick={onBook}
        {...buttonSize}
      >
        {texts.bookNow}
      </Button>
    );
  }
  const isOwnListing = refusal === 'OWN_LISTING';
  const reason = isOwnListing ? listingMessages.book.ownReason : listingMessages.book.buyersOnly(explainRole(user));
  return (
    <>
      <Button aria-disabled="true" aria-describedby={id} title={reason} {...buttonSize}>
        {isOwnListing ? listingMessages.book.own : texts.bookNow}
      </Button>
      <span className="visually-hidden" id={id}>
        {reason}
      </span>
    </>
  );
}

function explainRole(user: User): string {
  return user.role === '' ? listingMessages.book.noRole : listingMessages.book.signedInAs(user.role);
}
