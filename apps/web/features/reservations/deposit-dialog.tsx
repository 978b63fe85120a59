import type { Product } from '@carhouse/contract/listings';
import { setReservationTerms } from '@carhouse/contract/reservations';
import { centsFromDollars, pricePattern } from '@carhouse/domain/money/money';
import { computeOfferedDeposit, depositMaximum } from '@carhouse/domain/reservation/reservation';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { reservationMessages } from '#messages/reservations';
import { sharedMessages } from '#messages/shared';
import { useClient } from '../../app/api.ts';
import { useSession } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { ConfirmAgain } from '../auth/confirm-again.tsx';
import { dropSeparators } from '../listings/manage/number-text.ts';
import styles from './reservation.module.css';
import { reservationQuery } from './reservation-queries.ts';
import { useReservationAction } from './use-reservation-action.ts';

const t = reservationMessages.deposit;

type DepositDialogProps = {
  readonly car: Pick<Product, '_id' | 'title' | 'resalePrice'>;
  readonly onClose: () => void;
};

/** The dialog in which a seller lets buyers reserve a car for a deposit, changes the deposit, or ends the offer. */
export function DepositDialog({ car, onClose }: DepositDialogProps): ReactElement {
  const user = useSession();
  const reservationResult = useQuery(reservationQuery(useClient(), car._id, user?.email));
  return (
    <Dialog title={t.title} onClose={onClose} isSmall>
      {reservationResult.data === undefined ? (
        <div className="dialog__body">
          <NotLoaded query={reservationResult} errorTitle={t.failed} />
        </div>
      ) : (
        <DepositForm car={car} askedDeposit={reservationResult.data.askedDeposit} onClose={onClose} />
      )}
    </Dialog>
  );
}

type DepositFormProps = DepositDialogProps & {
  /** The deposit in dollars that the seller asks now; null when the car cannot be reserved. */
  readonly askedDeposit: number | null;
};

function DepositForm({ car, askedDeposit, onClose }: DepositFormProps): ReactElement {
  const price = centsFromDollars(car.resalePrice);
  // 5 % of the price; null when this amount is less than the smallest deposit.
  const depositLimitOfPrice = computeOfferedDeposit(price, price);
  const largestDeposit =
    depositLimitOfPrice !== null && depositLimitOfPrice > depositMaximum ? depositMaximum : depositLimitOfPrice;
  const form = useForm<{ deposit: string }>({
    defaultValues: { deposit: askedDeposit === null ? '' : formatMoney(askedDeposit).slice(1) },
  });
  const saveDepositMutation = useReservationAction(
    (client, deposit: number | null) => client(setReservationTerms, { params: { id: car._id }, body: { deposit } }),
    {
      makeToastText: ({ deposit }) =>
        deposit === null ? t.ended(car.title) : t.saved(car.title, formatMoney(deposit)),
      close: onClose,
    },
  );
  const submit = form.handleSubmit(({ deposit }) => {
    if (!saveDepositMutation.isPending) saveDepositMutation.mutate(Number(dropSeparators(deposit)));
  });
  const offeredCents = askedDeposit === null ? null : computeOfferedDeposit(centsFromDollars(askedDeposit), price);
  const isDepositLowered = offeredCents !== null && Number(offeredCents) / 100 !== askedDeposit;
  const depositNote =
    askedDeposit === null ? t.off : isDepositLowered ? t.lowered(formatMoney(Number(offeredCents) / 100)) : null;
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <div className={`dialog__body ${styles.stack} num`}>
        <p>{t.text}</p>
        {largestDeposit === null ? (
          <p role="status">{t.tooCheap(formatMoney(car.resalePrice))}</p>
        ) : (
          <Field
            label={t.label}
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            hint={t.hint(formatMoney(Number(largestDeposit) / 100))}
            error={form.formState.errors.deposit?.message}
            readOnly={saveDepositMutation.isPending}
            data-autofocus
            {...form.register('deposit', {
              validate: (text) => pricePattern.test(dropSeparators(text)) || t.invalid,
            })}
          />
        )}
        {depositNote === null ? null : <p className="hint">{depositNote}</p>}
        <Failure of={saveDepositMutation.error} textAfterError={<ConfirmAgain refusal={saveDepositMutation.error} />} />
      </div>
      <DialogFoot isBusy={saveDepositMutation.isPending} onClose={onClose} cancelLabel={sharedMessages.cancel}>
        {askedDeposit === null ? null : (
          <Button
            className="btn--dangerquiet"
            disabled={saveDepositMutation.isPending}
            onClick={() => saveDepositMutation.mutate(null)}
          >
            {t.end}
          </Button>
        )}
        {largestDeposit === null ? null : (
          <Button kind="primary" type="submit" isBusy={saveDepositMutation.isPending}>
            {t.save}
          </Button>
        )}
      </DialogFoot>
    </form>
  );
}
