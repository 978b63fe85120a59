import { holdsCardNumber } from '@carhouse/domain/payment/card-number';

/** The name of a browser as sessions keep it: 300 characters at most, and nothing where it holds a card number (I20). */
export function userAgentOf(headers: Headers): string {
  const name = (headers.get('user-agent') ?? '').slice(0, 300);
  return holdsCardNumber(name) || name.includes('\0') ? '' : name;
}
