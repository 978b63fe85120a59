import { parseId } from '../ids/id.ts';
import type { AccountId } from './account.ts';

const publicNamePrefix = 'seller-';

/**
 * Returns the name that replaces a seller's e-mail address in fields of the API for readers who have no booking with
 * the seller. The name identifies one seller, so a client may send it as `sellerEmail` of a booking or `authorEmail` of
 * a wish. The name is not an e-mail address.
 */
export function publicName(id: AccountId): string {
  return `${publicNamePrefix}${id}`;
}

/** Returns the account id of the seller with this public name; undefined for any other text. */
export function readPublicName(text: string): AccountId | undefined {
  return text.startsWith(publicNamePrefix) ? parseId<'account'>(text.slice(publicNamePrefix.length)) : undefined;
}
