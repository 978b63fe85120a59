import { containsCardNumber } from '@carhouse/domain/payment/card-number';

/**
 * Returns the user agent that is stored with a session: at most 300 characters; '' when the user agent contains a card
 * number (docs/reliability.md, I20).
 */
export function readUserAgent(headers: Headers): string {
  const name = (headers.get('user-agent') ?? '').slice(0, 300);
  return containsCardNumber(name) || name.includes('\0') ? '' : name;
}
