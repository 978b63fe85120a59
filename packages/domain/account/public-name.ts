import { parseId } from '../ids/id.ts';
import type { AccountId } from './account.ts';

const prefix = 'seller-';

/**
 * Replaces a seller's e-mail address where the specification has that field and the reader has no booking of theirs. It names
 * one seller, so a booking or a wish may carry it back as `sellerEmail` or `authorEmail`; no mail reaches it.
 */
export function publicName(id: AccountId): string {
  return `${prefix}${id}`;
}

/** The seller of a public name; undefined for any other text. */
export function readPublicName(text: string): AccountId | undefined {
  return text.startsWith(prefix) ? parseId<'account'>(text.slice(prefix.length)) : undefined;
}
