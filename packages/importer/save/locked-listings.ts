import type { Transaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import { sql } from 'kysely';
import type { Outcome } from './batch-outcome.ts';

/** A listing that an import may change, locked until the transaction ends. */
type LockedListing = {
  readonly ref: string;
  readonly listingId: string;
  readonly priceCents: string;
  readonly isSold: boolean;
  readonly isHeld: boolean;
};

/** The reason for rejecting a changed row of a car that is sold, by a payment or because its seller marked it as sold. */
export const soldReason = 'the car is sold, so its listing does not change';
/** The reason for rejecting a changed row of a car that a buyer is paying for. */
export const paymentHoldReason = 'a buyer is paying for this car: import the file again in an hour';

/**
 * Locks the listings of the changed rows, and rejects the rows of cars that are sold or that a buyer is paying for
 * (docs/reliability.md, I5). The description of a car must not change while a buyer pays for it, or after the sale. The
 * form for editing a listing is less strict than an import. During a hold, the form may change the description, the
 * place and the images. The form ignores an expired hold.
 */
export async function refuseFrozenListings(
  trx: Transaction,
  outcomes: readonly Outcome[],
  sellerId: AccountId,
): Promise<{ readonly outcomes: readonly Outcome[]; readonly lockedListings: ReadonlyMap<string, LockedListing> }> {
  const refs = outcomes.filter(({ kind }) => kind === 'updated').map(({ row }) => row.draft.dealerRef);
  if (refs.length === 0) return { outcomes, lockedListings: new Map() };
  const { rows } = await sql<LockedListing>`
    SELECT ref, listing_id AS "listingId", price_cents::text AS "priceCents", is_sold AS "isSold", is_held AS "isHeld"
    FROM lock_listings_of_rows(${sellerId}::uuid, ${refs}::text[])`.execute(trx);
  const lockedListingsByRef = new Map(rows.map((listing) => [listing.ref, listing]));
  const checkedOutcomes = outcomes.map((outcome): Outcome => {
    if (outcome.kind !== 'updated') return outcome;
    const listing = lockedListingsByRef.get(outcome.row.draft.dealerRef);
    if (listing?.isSold === true) return { kind: 'rejected', row: outcome.row, reason: soldReason };
    if (listing?.isHeld === true) return { kind: 'rejected', row: outcome.row, reason: paymentHoldReason };
    return outcome;
  });
  return { outcomes: checkedOutcomes, lockedListings: lockedListingsByRef };
}

/** Records each changed price in the audit, with the seller as actor. */
export async function auditChangedPrices(
  trx: Transaction,
  outcomes: readonly Outcome[],
  lockedListingsByRef: ReadonlyMap<string, LockedListing>,
  options: { readonly sellerId: AccountId; readonly now: Date; readonly makeId: () => string },
): Promise<void> {
  const changes = outcomes.flatMap(({ kind, row }) => {
    const listing = kind === 'updated' ? lockedListingsByRef.get(row.draft.dealerRef) : undefined;
    const newPrice = String(row.draft.resalePrice);
    return listing === undefined || listing.priceCents === newPrice ? [] : [{ ...listing, newPrice }];
  });
  if (changes.length === 0) return;
  await sql`SELECT audit_prices_of_import(${options.sellerId}::uuid, ${options.now}::timestamptz,
    ${changes.map(() => options.makeId())}::uuid[], ${changes.map(({ listingId }) => listingId)}::uuid[],
    ${changes.map(({ priceCents }) => priceCents)}::bigint[], ${changes.map(({ newPrice }) => newPrice)}::bigint[])`.execute(
    trx,
  );
}
