import { products } from '@carhouse/contract/listings';
import { changePrices, type SellerCar } from '@carhouse/contract/seller-cars';
import { isEditable } from '@carhouse/domain/listing/listing-policy';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, Pencil, X } from 'lucide-react';
import { type ReactElement, useId, useRef, useState } from 'react';
import { stockMessages } from '#messages/stock';
import { useClient } from '../../../../app/api.ts';
import { invalidate } from '../../../../app/call-query.ts';
import { readFormText } from '../../../../app/form-text.ts';
import { toastSuccess } from '../../../../app/toasts.tsx';
import { ErrorText } from '../../../../ui/field.tsx';
import { formatMoney } from '../../../../ui/format.ts';
import { Icon } from '../../../../ui/icon.tsx';
import styles from './stock.module.css';

const t = stockMessages;

/** The price of a car, which can be edited in place. The price of a sold car cannot be edited. */
export function PriceCell({ car }: { car: SellerCar }): ReactElement {
  const [isFormOpen, setFormOpen] = useState(false);
  const shouldReturnFocusRef = useRef(false);
  if (!isEditable(car.status)) return <b className="num">{formatMoney(car.resalePrice)}</b>;
  if (isFormOpen) {
    const close = () => {
      shouldReturnFocusRef.current = true;
      setFormOpen(false);
    };
    return <PriceCellForm car={car} onClose={close} />;
  }
  return (
    <button
      // When the form is closed, the button that replaces it gets the focus.
      ref={(button) => {
        if (button === null || !shouldReturnFocusRef.current) return;
        shouldReturnFocusRef.current = false;
        button.focus();
      }}
      className={`num ${styles.price}`}
      type="button"
      aria-label={t.changePriceOf(car.title, car.resalePrice)}
      onClick={() => setFormOpen(true)}
    >
      {formatMoney(car.resalePrice)}
      <Icon of={Pencil} />
    </button>
  );
}

function PriceCellForm({ car, onClose }: { car: SellerCar; onClose: () => void }): ReactElement {
  const id = useId();
  const client = useClient();
  const queryClient = useQueryClient();
  const [fault, setFault] = useState<string>();
  const saveMutation = useMutation({
    mutationFn: async (resalePrice: number) => {
      const body = { cars: [{ _id: car._id, expectedPrice: car.resalePrice, resalePrice }] };
      const { outcomes } = await client(changePrices, { body });
      const [outcome] = outcomes;
      if (outcome?.detail) throw new Error(outcome.detail);
      return resalePrice;
    },
    onSuccess: async (price) => {
      toastSuccess(t.priceChanged(car.title, price));
      await invalidate(queryClient, products);
      onClose();
    },
  });
  const error = fault ?? saveMutation.error?.message;
  return (
    <form
      className={styles.priceForm}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const price = Number(readFormText(event.currentTarget, 'price').replaceAll(/[,\s$]/g, ''));
        if (!(price >= 1)) {
          setFault(t.notAPrice);
          return;
        }
        setFault(undefined);
        if (price === car.resalePrice) onClose();
        else saveMutation.mutate(price);
      }}
    >
      <div className={error === undefined ? 'field' : 'field has-error'}>
        <label className="visually-hidden" htmlFor={id}>
          {t.priceOf(car.title)}
        </label>
        <div className="affix">
          <span>$</span>
          <input
            id={id}
            name="price"
            className="num"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={car.resalePrice.toLocaleString('en-SG')}
            // When the button is pressed, the field that replaces it gets the focus.
            ref={focusAndSelect}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={`${id}-about`}
          />
        </div>
      </div>
      <button
        className="iconbtn"
        type="submit"
        aria-label={t.savePrice}
        aria-disabled={saveMutation.isPending || undefined}
      >
        <Icon of={Check} />
      </button>
      <button className="iconbtn" type="button" aria-label={t.keepPrice} onClick={onClose}>
        <Icon of={X} />
      </button>
      <div id={`${id}-about`} className={styles.priceAbout}>
        {error === undefined ? (
          <p className="hint num">{t.was(car.resalePrice)}</p>
        ) : (
          <ErrorText role="alert">{error}</ErrorText>
        )}
      </div>
    </form>
  );
}

function focusAndSelect(input: HTMLInputElement | null): void {
  input?.select();
  input?.focus();
}
