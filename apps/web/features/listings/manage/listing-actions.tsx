import type { OwnProduct } from '@carhouse/contract/listings';
import { isEditable } from '@carhouse/domain/listing/listing-policy';
import { Link } from '@tanstack/react-router';
import { Pencil, UsersRound } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { productMessages } from '#messages/products';
import { Button, makeButtonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { AdvertiseButton } from './advertise-button.tsx';
import { hasOpenBookings } from './listing-status.ts';
import { isOnSaleAfterChange, listStatusChanges, type StatusChange, StatusChangeDialog } from './move-dialog.tsx';

/** The two buttons below a car on My Products. The status of the car decides which actions the buttons offer. */
export function ListingActions({ car }: { car: OwnProduct }): ReactElement {
  const statusChangeToOnSale = listStatusChanges(car).find((statusChange) => isOnSaleAfterChange(car, statusChange));
  if (statusChangeToOnSale !== undefined) {
    return (
      <>
        <StatusChangeButton car={car} move={statusChangeToOnSale}>
          {statusChangeToOnSale === 'relist' ? productMessages.relistShort : productMessages[statusChangeToOnSale]}
        </StatusChangeButton>
        <EditLink car={car} />
      </>
    );
  }
  if (hasOpenBookings(car)) {
    return (
      <>
        <BuyersLink car={car} />
        <AdvertiseButton car={car} />
      </>
    );
  }
  return (
    <>
      <AdvertiseButton car={car} />
      {isEditable(car.status) ? <EditLink car={car} /> : <BuyersLink car={car} />}
    </>
  );
}

function StatusChangeButton({
  car,
  move,
  children,
}: {
  car: OwnProduct;
  move: StatusChange;
  children: string;
}): ReactElement {
  const [isQuestionOpen, setQuestionOpen] = useState(false);
  return (
    <>
      <Button
        kind="primary"
        aria-haspopup="dialog"
        aria-label={`${children}: ${car.title}`}
        onClick={() => setQuestionOpen(true)}
      >
        {children}
      </Button>
      {isQuestionOpen ? (
        <StatusChangeDialog car={car} statusChange={move} onClose={() => setQuestionOpen(false)} />
      ) : null}
    </>
  );
}

function EditLink({ car }: { car: OwnProduct }): ReactElement {
  return (
    <Link
      to="/dashboard/myProduct/$id/edit"
      params={{ id: car._id }}
      className={makeButtonClass({})}
      aria-label={productMessages.editCar(car.title)}
    >
      <Icon of={Pencil} />
      {productMessages.edit}
    </Link>
  );
}

function BuyersLink({ car }: { car: OwnProduct }): ReactElement {
  return (
    <Link to="/dashboard/mybuyers" className={makeButtonClass({})} aria-label={productMessages.seeBuyersOf(car.title)}>
      <Icon of={UsersRound} />
      {productMessages.seeBuyers}
    </Link>
  );
}
