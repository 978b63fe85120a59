import type { User } from '@carhouse/contract/accounts';
import type { Product } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import { type ReactElement, useId } from 'react';
import { Button } from '../../ui/button.tsx';

type BookButtonProps = { readonly car: Product; readonly user: User; readonly onBook: () => void };

/** 'Book Now', for buyers. Anybody else is told why not. */
export function BookButton({ car, user, onBook }: BookButtonProps): ReactElement {
  const id = useId();
  if (user.role === 'Buyer') {
    return (
      <Button kind="primary" aria-label={`${texts.bookNow}: ${car.title}`} aria-haspopup="dialog" onClick={onBook}>
        {texts.bookNow}
      </Button>
    );
  }
  const own = car.email !== undefined && car.email === user.email;
  const reason = own ? 'You are selling this car.' : `Only buyers can book a car. ${roleWords(user)}`;
  return (
    <>
      <Button aria-disabled="true" aria-describedby={id} title={reason}>
        {own ? 'Your car' : texts.bookNow}
      </Button>
      <span className="sr" id={id}>
        {reason}
      </span>
    </>
  );
}

function roleWords(user: User): string {
  return user.role === '' ? 'Your account has no role yet.' : `You are signed in as ${user.role}.`;
}
