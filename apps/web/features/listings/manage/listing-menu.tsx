import type { OwnProduct } from '@carhouse/contract/listings';
import { isEditable, isOnSale } from '@carhouse/domain/listing/listing-policy';
import { Link } from '@tanstack/react-router';
import { Ban, CircleCheck, Ellipsis, LockKeyhole, type LucideIcon, Pencil, RotateCcw } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { productMessages } from '#messages/products';
import { reservationMessages } from '#messages/reservations';
import { useTakesPayments } from '../../../app/business-mode.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { listStatusChanges, type StatusChange, StatusChangeDialog } from './move-dialog.tsx';
import styles from './my-products-page.module.css';

const DepositDialog = lazy(async () => ({
  default: (await import('../../reservations/deposit-dialog.tsx')).DepositDialog,
}));

const iconsByStatusChange: Readonly<Record<StatusChange, LucideIcon>> = {
  publish: CircleCheck,
  withdraw: Ban,
  relist: RotateCcw,
  sell: CircleCheck,
};

/** The menu with all actions on a car; a car whose price was paid through the marketplace has no menu. */
export function ListingMenu({ car }: { car: OwnProduct }): ReactElement | null {
  const [askedChange, setAskedChange] = useState<StatusChange>();
  const [isDepositOpen, setDepositOpen] = useState(false);
  const takesPayments = useTakesPayments();
  const possibleChanges = listStatusChanges(car);
  if (!isEditable(car.status) && possibleChanges.length === 0) return null;
  return (
    <div className={styles.productMenu}>
      <Popover
        buttonContent={<Icon of={Ellipsis} />}
        triggerLabel={productMessages.actionsFor(car.title)}
        triggerClass=""
        panelClass="popover"
      >
        {isEditable(car.status) ? (
          <Link to="/dashboard/myProduct/$id/edit" params={{ id: car._id }} className="popover__item">
            <Icon of={Pencil} />
            {productMessages.edit}
          </Link>
        ) : null}
        {takesPayments && isOnSale(car.status) ? (
          <button type="button" className="popover__item" onClick={() => setDepositOpen(true)}>
            <Icon of={LockKeyhole} />
            {reservationMessages.deposit.menu}
          </button>
        ) : null}
        {possibleChanges.map((possibleChange) => (
          <button
            key={possibleChange}
            type="button"
            className="popover__item"
            onClick={() => setAskedChange(possibleChange)}
          >
            <Icon of={iconsByStatusChange[possibleChange]} />
            {productMessages[possibleChange]}
          </button>
        ))}
      </Popover>
      {askedChange === undefined ? null : (
        <StatusChangeDialog car={car} statusChange={askedChange} onClose={() => setAskedChange(undefined)} />
      )}
      {isDepositOpen ? (
        <Suspense fallback={null}>
          <DepositDialog car={car} onClose={() => setDepositOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
