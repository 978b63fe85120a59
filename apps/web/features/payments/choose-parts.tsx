import type { Order } from '@carhouse/contract/bookings';
import { type PaymentPlan, savePaymentPlan, showPaymentPlan } from '@carhouse/contract/payment-plans';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CreditCard, type LucideIcon, Plus, QrCode, SlidersHorizontal, Trash2 } from 'lucide-react';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { bankPartMessages } from '#messages/bank-parts';
import { planMessages } from '#messages/payment-plan';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDecimal, formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { refreshOrders } from '../bookings/booking-queries.ts';
import pageStyles from './payment-page.module.css';
import styles from './payment-parts.module.css';
import { isProblemWithCode } from './payment-queries.ts';
import { readPartAmount, subtractAmounts } from './price-parts.ts';

const { choose } = planMessages;

type WayToPay = 'card' | 'paynow' | 'own';

type ChoosePartsProps = {
  readonly order: Order;
  readonly paymentPlan: PaymentPlan;
  readonly onSaved: () => void;
  readonly onPayWholePrice: (() => void) | undefined;
  /** Closes the choice and keeps the saved parts; undefined when no parts are saved. */
  readonly onBack: (() => void) | undefined;
};

/**
 * The choice of the parts of a price: the fewest parts for cards, the fewest parts for PayNow, or amounts that the
 * buyer types.
 */
export function ChooseParts({ order, paymentPlan, onSaved, onPayWholePrice, onBack }: ChoosePartsProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const name = useId();
  const { price, proposals } = paymentPlan;
  const hasSeveralAmounts = (amounts: readonly number[] | null) => amounts !== null && amounts.length > 1;
  const [way, setWay] = useState<WayToPay>(
    paymentPlan.parts.length > 0
      ? 'own'
      : hasSeveralAmounts(proposals.card)
        ? 'card'
        : hasSeveralAmounts(proposals.paynow)
          ? 'paynow'
          : 'own',
  );
  const [ownAmountTexts, setOwnAmountTexts] = useState<readonly string[]>(() =>
    proposeOwnAmounts(paymentPlan).map((amount) => formatDecimal(amount, 2)),
  );
  const savedBankPart = paymentPlan.parts.find(({ payer }) => payer === 'bank');
  // The text of the part that a bank pays; undefined while the buyer has not chosen that a bank pays a part.
  const [bankText, setBankText] = useState<string | undefined>(savedBankPart && String(savedBankPart.amount));
  const bankDollars = bankText === undefined || way !== 'own' ? undefined : readPartAmount(bankText);
  const hasBankPart = way === 'own' && bankText !== undefined;
  const ownAmounts = way === 'own' ? ownAmountTexts.map(readPartAmount) : (proposals[way] ?? []);
  const { remainingDollars, isPriceCovered: isWhole } = subtractAmounts(
    price,
    hasBankPart ? [...ownAmounts, bankDollars] : ownAmounts,
  );
  const saveMutation = useMutation({
    mutationFn: (plan: { readonly amounts: readonly number[]; readonly bank?: number }) =>
      client(savePaymentPlan, { params: { id: order._id }, body: { ...plan, amounts: [...plan.amounts] } }),
    onSuccess: async (savedPlan, { amounts }) => {
      await Promise.all([invalidate(queryClient, showPaymentPlan), refreshOrders(queryClient)]);
      if (amounts.length === 1 && savedPlan.parts.length === 0) onPayWholePrice?.();
      else onSaved();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amounts = ownAmounts.filter((amount) => amount !== undefined);
    if (isWhole && !saveMutation.isPending)
      saveMutation.mutate(bankDollars === undefined ? { amounts } : { amounts, bank: bankDollars });
  };
  const renderOption = (
    value: WayToPay,
    icon: LucideIcon,
    optionTexts: { name: string; text: string },
    amounts: readonly number[] | null,
  ) => {
    const isDisabled = value !== 'own' && !hasSeveralAmounts(amounts);
    return (
      <label className={`${pageStyles.way} ${isDisabled ? pageStyles.isOff : ''} num`}>
        <input
          type="radio"
          name={name}
          value={value}
          checked={way === value}
          disabled={isDisabled}
          onChange={() => setWay(value)}
        />
        <Icon of={icon} />
        <b>{optionTexts.name}</b>
        <span>
          {isDisabled
            ? amounts?.length === 1
              ? choose.oneIsEnough
              : choose.notPossible
            : `${optionTexts.text}${amounts === null ? '' : ` ${choose.parts(amounts.length)}.`}`}
        </span>
      </label>
    );
  };
  return (
    <form noValidate onSubmit={submit} aria-label={choose.title(formatMoney(price))}>
      <h2 className={`${pageStyles.paySum} num`}>{choose.title(formatMoney(price))}</h2>
      <p>{choose.text}</p>
      <fieldset className={`${pageStyles.ways} ${styles.choice}`}>
        <legend>{choose.question}</legend>
        {renderOption('card', CreditCard, choose.card, proposals.card)}
        {renderOption('paynow', QrCode, choose.paynow, proposals.paynow)}
        {renderOption('own', SlidersHorizontal, choose.own, null)}
      </fieldset>
      {way === 'own' ? (
        <>
          <OwnAmountFields
            amountTexts={ownAmountTexts}
            smallestDeposit={paymentPlan.smallestDeposit}
            minimumPartCount={hasBankPart ? 1 : 2}
            onChange={setOwnAmountTexts}
          />
          <BankPartField
            text={bankText}
            onChange={(text) => {
              // When a plan has two parts and the buyer adds a part of a bank, the second part becomes the part of the
              // bank. When the part of the bank is removed, the second part becomes a part of the buyer again.
              if (bankText === undefined && text !== undefined && ownAmountTexts.length === 2) {
                setOwnAmountTexts(ownAmountTexts.slice(0, 1));
                setBankText(ownAmountTexts[1] ?? '');
                return;
              }
              if (text === undefined && ownAmountTexts.length === 1)
                setOwnAmountTexts([...ownAmountTexts, bankText ?? '']);
              setBankText(text);
            }}
          />
        </>
      ) : (
        <ol className={styles.parts}>
          {(proposals[way] ?? []).map((amount, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place.
            <li key={index}>
              <span className={`${styles.number} num`} aria-hidden="true">
                {index + 1}
              </span>
              <b>{planMessages.part(index + 1)}</b>
              <span className={`${styles.amount} num`}>{formatMoney(amount)}</span>
            </li>
          ))}
        </ol>
      )}
      {way === 'own' ? (
        <p className="num" role="status">
          {remainingDollars > 0
            ? choose.left(formatMoney(remainingDollars))
            : remainingDollars < 0
              ? choose.over(formatMoney(-remainingDollars))
              : isWhole
                ? choose.whole
                : choose.missing}
        </p>
      ) : null}
      {saveMutation.error === null ? null : (
        <Callout icon={CircleAlert} kind="stop" role="alert">
          {choose.notSaved} {saveMutation.error.message}
          {isProblemWithCode(saveMutation.error, 'DEPOSIT_REQUIRED') ? (
            <>
              {' '}
              <Link className="link" to="/cars/$id/reservation" params={{ id: order.productId }}>
                {choose.toReservation}
              </Link>
            </>
          ) : null}
        </Callout>
      )}
      <div className={styles.actions}>
        <Button kind="primary" type="submit" isLarge isBusy={saveMutation.isPending} disabled={!isWhole}>
          {choose.save}
        </Button>
        {onBack === undefined ? null : (
          <Button isLarge onClick={onBack}>
            {planMessages.back}
          </Button>
        )}
        {onPayWholePrice === undefined ? null : (
          <Button
            kind="quiet"
            isLarge
            onClick={() =>
              paymentPlan.parts.length === 0 ? onPayWholePrice() : saveMutation.mutate({ amounts: [price] })
            }
          >
            {choose.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

/**
 * Returns the initial amounts of the fields for own amounts: the saved parts, the fewest parts for cards, or the
 * smallest deposit and the remaining price.
 */
function proposeOwnAmounts({ parts, price, proposals, smallestDeposit }: PaymentPlan): readonly number[] {
  if (parts.length > 0) return parts.filter(({ payer }) => payer === 'buyer').map(({ amount }) => amount);
  if (proposals.card !== null && proposals.card.length > 1) return proposals.card;
  return [smallestDeposit, subtractAmounts(price, [smallestDeposit]).remainingDollars];
}

type OwnAmountsProps = {
  readonly amountTexts: readonly string[];
  readonly smallestDeposit: number;
  /** The smallest number of parts that the buyer pays: 1 when a bank pays another part. */
  readonly minimumPartCount: number;
  readonly onChange: (texts: readonly string[]) => void;
};

function OwnAmountFields({
  amountTexts: texts,
  smallestDeposit,
  minimumPartCount,
  onChange,
}: OwnAmountsProps): ReactElement {
  return (
    <>
      <ol className={styles.amounts}>
        {texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place.
          <li key={index}>
            <Field
              label={choose.amount(index + 1)}
              prefix="$"
              inputMode="decimal"
              value={text}
              hint={index === 0 ? choose.deposit(formatMoney(smallestDeposit)) : undefined}
              onChange={(event) => onChange(texts.with(index, event.target.value))}
            />
            {texts.length > minimumPartCount ? (
              <button
                type="button"
                className="iconbtn"
                aria-label={choose.remove(index + 1)}
                onClick={() => onChange(texts.toSpliced(index, 1))}
              >
                <Icon of={Trash2} />
              </button>
            ) : null}
          </li>
        ))}
      </ol>
      <p className={styles.add}>
        <Button kind="quiet" onClick={() => onChange([...texts, ''])}>
          <Icon of={Plus} />
          {choose.add}
        </Button>
      </p>
    </>
  );
}

/**
 * The choice that a bank or a loan pays the last part, with its amount. `text` is undefined while the buyer has not
 * chosen that a bank pays a part.
 */
function BankPartField({
  text,
  onChange,
}: {
  readonly text: string | undefined;
  readonly onChange: (text: string | undefined) => void;
}): ReactElement {
  const { plan } = bankPartMessages;
  return (
    <div className={styles.bank}>
      <label className="check">
        <input
          type="checkbox"
          checked={text !== undefined}
          onChange={(event) => onChange(event.target.checked ? '' : undefined)}
        />
        <span>
          <b>{plan.choice}</b>
          <span className="hint">{plan.hint}</span>
        </span>
      </label>
      {text === undefined ? null : (
        <Field
          label={plan.amount}
          prefix="$"
          inputMode="decimal"
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}
