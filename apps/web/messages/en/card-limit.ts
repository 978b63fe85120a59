import { cardMaximum, formatMoney } from '@carhouse/domain/money/money';

/** The limit of the card provider, as every text about a dearer car says it. */
export const cardLimit = `One card payment takes at most ${formatMoney(cardMaximum)}.`;
