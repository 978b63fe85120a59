import { DomainError } from '@carhouse/core/errors/domain-error';
import { holdsCardNumber } from '@carhouse/core/payment/card-number';

/**
 * Looks through a parsed body, names of fields included. Card numbers go from the browser to the card provider; one that
 * arrives here was typed into the wrong field, or comes from a wrong client, and must not be kept (RELIABILITY I20).
 * @throws DomainError CARD_NUMBER_REFUSED with the path of the field.
 */
export function refuseCardNumbers(body: unknown): void {
  // Not recursive: 60 KB of brackets are deeper than the stack.
  const open: { readonly value: unknown; readonly path: string }[] = [{ value: body, path: '' }];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const { value, path } = each;
    if (typeof value === 'string' || typeof value === 'number') {
      if (holdsCardNumber(String(value))) throw refusal(path);
    } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
      for (const [name, inner] of Object.entries(value)) {
        if (holdsCardNumber(name)) throw refusal('');
        open.push({ value: inner, path: path === '' ? name : `${path}.${name}`.slice(0, 200) });
      }
    }
  }
}

function refusal(path: string): DomainError {
  return new DomainError('CARD_NUMBER_REFUSED', {
    errors: [{ path, code: 'card_number', message: 'Looks like a card number' }],
  });
}
