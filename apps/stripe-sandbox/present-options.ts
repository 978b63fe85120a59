import { presentBalanceTransaction } from './balance/present-balance.ts';
import type { Step } from './step.ts';

export type PresentOptions = {
  /** The kind of caller. A caller with the publishable key and the client secret sees no metadata and no charges. */
  viewer: 'secret' | 'publishable';
  /** Fields whose objects are shown instead of their ids, such as `latest_charge.balance_transaction`. */
  expand: readonly string[];
};
export const secretKeyOptions: PresentOptions = { viewer: 'secret', expand: [] };

/** The part of a step that is needed to show a movement of the balance instead of its id. */
export type TransactionLookup = Pick<Step, 'get' | 'now'>;

/**
 * Returns the id, or the object when the options expand the field. `presentObject` receives the options for the fields
 * of the object.
 */
export function presentExpandable<T>(
  options: PresentOptions,
  field: string,
  id: string | null,
  presentObject: (id: string, innerOptions: PresentOptions) => T,
): T | string | null {
  const isExpanded = options.expand.some((each) => each === field || each.startsWith(`${field}.`));
  if (id === null || !isExpanded) return id;
  const innerOptions = options.expand
    .filter((each) => each.startsWith(`${field}.`))
    .map((each) => each.slice(field.length + 1));
  return presentObject(id, { ...options, expand: innerOptions });
}

/** The movement of the balance that belongs to an object: its id, or the movement itself when it is expanded. */
export function expandTransaction(
  lookup: TransactionLookup,
  options: PresentOptions,
  id: string | null | undefined,
  field = 'balance_transaction',
) {
  return presentExpandable(options, field, id ?? null, (transactionId) => {
    const transaction = lookup.get('balanceTransactions', transactionId);
    return transaction === undefined ? null : presentBalanceTransaction(transaction, lookup.now);
  });
}
