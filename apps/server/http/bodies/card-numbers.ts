import { DomainError } from '@carhouse/domain/errors/domain-error';
import { containsCardNumber } from '@carhouse/domain/payment/card-number';
import { listTextsInBody } from './body-texts.ts';

/**
 * Checks that a parsed body or query contains no card number, also not in field names. The browser sends card numbers
 * directly to the card provider. A card number that reaches this server was typed into a wrong field or sent by a
 * faulty client, and must not be stored (docs/reliability.md I20).
 * @throws DomainError CARD_NUMBER_REFUSED with the path of the field.
 */
export function refuseCardNumbers(body: unknown): void {
  for (const { path, text, isName } of listTextsInBody(body)) {
    if (containsCardNumber(text)) throw makeCardNumberError(isName ? '' : path);
  }
}

/** @param path path of the field; '' when the field name itself contains the number. */
export function makeCardNumberError(path: string): DomainError {
  return new DomainError('CARD_NUMBER_REFUSED', {
    errors: [{ path, code: 'card_number', message: 'Looks like a card number' }],
  });
}
