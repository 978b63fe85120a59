import { DomainError } from '@carhouse/domain/errors/domain-error';
import { holdsCardNumber } from '@carhouse/domain/payment/card-number';
import { textsOf } from './body-texts.ts';

/**
 * Looks through a parsed body or query, names of fields included. Card numbers go from the browser to the card provider; one
 * that arrives here was typed into the wrong field, or comes from a wrong client, and must not be kept (docs/reliability.md I20).
 * @throws DomainError CARD_NUMBER_REFUSED with the path of the field.
 */
export function refuseCardNumbers(body: unknown): void {
  for (const { path, text, isName } of textsOf(body)) {
    if (holdsCardNumber(text)) throw cardNumberRefused(isName ? '' : path);
  }
}

/** @param path of the field; '' when the name of the field itself holds the number. */
export function cardNumberRefused(path: string): DomainError {
  return new DomainError('CARD_NUMBER_REFUSED', {
    errors: [{ path, code: 'card_number', message: 'Looks like a card number' }],
  });
}
