import { cardPaymentMaximum, formatMoney } from '@carhouse/domain/money/money';
import { paynowMaximum } from '@carhouse/domain/payment/payment-method';

/**
 * The sentence that states the maximum of one card payment. All texts about a car with a higher price use this
 * sentence.
 */
export const cardLimitText = `One card payment takes at most ${formatMoney(cardPaymentMaximum)}.`;

/** The sentences for a car that one card payment cannot pay. */
export const payInPartsText = `${cardLimitText} You pay the price of this car in parts.`;

/** The maximum of one PayNow payment, such as `$200,000`. */
export const paynowLimitText = formatMoney(paynowMaximum);
