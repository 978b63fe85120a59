import {
  type AdminCar,
  allListings,
  allListingTotals,
  hideListing,
  unhideListing,
} from '@carhouse/contract/all-listings';
import { audit } from '@carhouse/contract/audit';
import { overview } from '@carhouse/contract/overview';
import { showPerson } from '@carhouse/contract/person';
import { listPossibleEvents } from '@carhouse/domain/lifecycle/lifecycle';
import { listingLifecycle } from '@carhouse/domain/listing/listing-lifecycle';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ban, Check, EyeOff, Lock, PencilLine } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { adminCarMessages } from '#messages/admin-cars';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { DataTable, TableRow, type TableShape, TableSkeleton } from '../../ui/data-table.tsx';
import { formatCarName, formatCount, formatMoney } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import styles from './cars-table.module.css';

const text = adminCarMessages;
const { columns } = text;

function makeTableShape(caption: string): TableShape {
  return {
    caption,
    columns: [
      { name: columns.car },
      { name: columns.seller, width: 'long', hiddenFrom: 'third' },
      { name: columns.price, as: 'amount', width: 'medium' },
      { name: columns.posted, as: 'newest', width: 'medium', hiddenFrom: 'second' },
      { name: columns.state, width: 'medium' },
      { name: columns.actions, as: 'actions' },
    ],
    details: true,
  };
}

/** A table of cars with seller, price and status, and the button that hides a car or shows it again. */
export function CarsTable({ caption, cars }: { caption: string; cars: readonly AdminCar[] }): ReactElement {
  const tableShape = makeTableShape(caption);
  const [chosenCar, setChosenCar] = useState<AdminCar>();
  return (
    <>
      <DataTable shape={tableShape}>
        {cars.map((car) => (
          <CarRow key={car._id} shape={tableShape} car={car} onHide={() => setChosenCar(car)} />
        ))}
      </DataTable>
      {chosenCar === undefined ? null : <HideDialog car={chosenCar} onClose={() => setChosenCar(undefined)} />}
    </>
  );
}

/** Placeholder rows of the same height, shown while the cars load. */
export function CarsSkeleton({ caption }: { caption: string }): ReactElement {
  return <TableSkeleton shape={makeTableShape(caption)} rows={8} />;
}

type RowProps = { readonly shape: TableShape; readonly car: AdminCar; readonly onHide: () => void };

function CarRow({ shape, car, onHide }: RowProps): ReactElement {
  const name = makeCarName(car);
  return (
    <TableRow
      shape={shape}
      rowName={name}
      cells={[
        <span key="car" className={styles.car}>
          <span className="thumb">
            <ResponsiveImage url={car.image} size={car.imageSize} alt="" sizes="72px" />
          </span>
          <b>{name}</b>
        </span>,
        <Link key="seller" className={styles.seller} to="/dashboard/people/$id" params={{ id: car.seller._id }}>
          {car.seller.name}
        </Link>,
        <span key="price" className="num">
          {formatMoney(car.price)}
        </span>,
        formatDate(car.postedAt),
        <CarStateCell key="state" car={car} />,
        <HideOrShowButton key="act" car={car} onHide={onHide} />,
      ]}
      facts={[
        ...(car.hiddenReason === null ? [] : [{ name: columns.reason, value: car.hiddenReason, isWide: true }]),
        { name: columns.bookings, value: formatCount(car.openBookings) },
      ]}
      links={
        <>
          {/* The page of a car does not exist while its seller is suspended. */}
          {car.seller.suspended ? null : (
            <Link className={makeButtonClass({})} to="/cars/$id" params={{ id: car._id }}>
              {text.open}
            </Link>
          )}
          <Link className={makeButtonClass({})} to="/dashboard/people/$id" params={{ id: car.seller._id }}>
            {text.seller}
          </Link>
          <Link className={makeButtonClass({})} to="/dashboard/audit" search={{ noun: 'listing', nounId: car._id }}>
            {text.audit}
          </Link>
        </>
      }
    />
  );
}

const badgesByState = {
  available: { kind: 'ok', icon: Check },
  'not-shown': { kind: 'stop', icon: EyeOff },
  hidden: { kind: 'stop', icon: EyeOff },
  draft: { kind: 'line', icon: PencilLine },
  withdrawn: { kind: 'line', icon: Ban },
  sold: { kind: 'neutral', icon: Lock },
} as const;

function CarStateCell({ car: { state, seller } }: { car: AdminCar }): ReactElement {
  const { kind, icon } = badgesByState[state];
  return (
    <>
      <Badge kind={kind} icon={icon}>
        {text.state[state]}
      </Badge>
      {seller.suspended ? <span className="sub">{text.suspended}</span> : null}
    </>
  );
}

/** The button with which an admin hides a car, or shows a hidden car again. */
function HideOrShowButton({ car, onHide }: { car: AdminCar; onHide: () => void }): ReactElement | null {
  const showMutation = useShowCar(car);
  const name = makeCarName(car);
  if (car.mayHide) {
    return (
      <span className="actions">
        <Button
          kind="quiet"
          className="btn--dangerquiet"
          aria-haspopup="dialog"
          aria-label={text.hideNamed(name)}
          onClick={onHide}
        >
          {text.hide}
        </Button>
      </span>
    );
  }
  if (!listPossibleEvents(listingLifecycle, car.status, 'admin').includes('show')) return null;
  return (
    <span className="actions">
      <Button aria-label={text.unhideNamed(name)} isBusy={showMutation.isPending} onClick={() => showMutation.mutate()}>
        {text.unhide}
      </Button>
    </span>
  );
}

/** A dialog that asks for the reason to hide a car and explains the effect. */
function HideDialog({ car, onClose }: { car: AdminCar; onClose: () => void }): ReactElement {
  const hideCarMutation = useHideCar(car, onClose);
  return (
    <ReasonDialog
      title={text.hiding.question}
      onClose={onClose}
      request={hideCarMutation}
      cancelLabel={text.hiding.keep}
      confirm={text.hide}
      messages={text.hiding}
      minLength={3}
      bodyClass={styles.hiding}
      onReason={(reason) => hideCarMutation.mutate(reason)}
    >
      <p>
        <b>{makeCarName(car)}</b>
      </p>
      <p className="small">{describeEffect(car)}</p>
    </ReasonDialog>
  );
}

/** The sentence that says what happens when a car of this status is hidden. */
function describeEffect({ status, openBookings }: AdminCar): string {
  switch (status) {
    case 'draft':
      return text.hiding.effectOnDraft;
    case 'withdrawn':
      return text.hiding.effectOnWithdrawn;
    case 'sold':
      return text.hiding.effectOnSold;
    default:
      return text.hiding.effect(openBookings);
  }
}

/**
 * The calls whose responses change when a car is hidden or shown: the car's status, its orders, and the audit entry of
 * the change.
 */
const callsToRefresh = [allListings, allListingTotals, showPerson, overview, audit] as const;

function useHideCar(car: AdminCar, onDone: () => void) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => client(hideListing, { params: { id: car._id }, body: { reason } }),
    onSuccess: async ({ modifiedCount }) => {
      toastIfChanged(modifiedCount, text.hiding.done(makeCarName(car)));
      onDone();
      await invalidate(queryClient, ...callsToRefresh);
    },
  });
}

function useShowCar(car: AdminCar) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client(unhideListing, { params: { id: car._id } }),
    onSuccess: ({ modifiedCount }) => toastIfChanged(modifiedCount, text.shownAgain(makeCarName(car))),
    onError: (error) => toastError(error.message),
    onSettled: () => invalidate(queryClient, ...callsToRefresh),
  });
}

function toastIfChanged(modifiedCount: number, successText: string): void {
  if (modifiedCount > 0) toastSuccess(successText);
  else toastError(text.hiding.already);
}

function makeCarName(car: AdminCar): string {
  return formatCarName(car.category, car.title);
}
