import { parseId } from '../ids/id.ts';
import type { AccountId } from './account.ts';

const prefix = 'seller-';

/**
 * Returns the name that replaces a seller's e-mail address in fields of the API for readers who have no booking with
 * the seller. The name identifies one seller, so a client may send it as `sellerEmail` of a booking or `authorEmail` of
 * a wish. The name is not a mail address.
 */
export function publicName(id: AccountId): string {
  return `${prefix}${id}`;
}

/** Returns the account id of the seller with this public name; undefined for any other text. */
export function readPublicName(text: string): AccountId | undefined {
  return text.startsWith(prefix) ? parseId<'account'>(text.slice(prefix.length)) : undefined;
}
