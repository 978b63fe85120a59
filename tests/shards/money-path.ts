/** The code whose statements are the money path: each must touch one shard, or have a reviewed reason. */
export const moneyPathFolders: readonly string[] = [
  'approvals',
  'bank-parts',
  'bookings',
  'fees',
  'ledger',
  'payment-instructions',
  'payments',
  'payout-accounts',
  'reconciliation',
  'reservations',
  'sales',
  'seller-payments',
].flatMap((folder) => [`packages/database/${folder}/`, `apps/server/${folder}/`]);

/** Whether a file of the product belongs to the money path. */
export function isMoneyPath(origin: string): boolean {
  return moneyPathFolders.some((folder) => origin.startsWith(folder));
}
