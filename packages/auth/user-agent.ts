import { holdsCardNumber } from '@carhouse/domain/payment/card-number';

/**
 * The user agent that is stored with a session: at most 300 characters, and empty when it contains a card number (I20).
 */
export function userAgentOf(headers: Headers): string {
  const name = (headers.get('user-agent') ?? '').slice(0, 300);
  return holdsCardNumber(name) || name.includes('\0') ? '' : name;
}
