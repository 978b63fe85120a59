import { cardMaximum, formatMoney } from '@carhouse/domain/money/money';

/** The sentence that states the maximum of one card payment. All texts about a car with a higher price use it. */
export const cardLimit = `One card payment takes at most ${formatMoney(cardMaximum)}.`;
