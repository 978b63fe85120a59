/**
 * The states by which a seller filters their cars. `photosMissing` means that the car is on sale, not booked, and has no
 * photo. `hidden` means that an admin took the car off sale.
 */
export const sellerCarStates = [
  'available',
  'booked',
  'photosMissing',
  'draft',
  'withdrawn',
  'hidden',
  'sold',
] as const;
export type SellerCarState = (typeof sellerCarStates)[number];

/** The sort orders of a seller's list of cars. */
export const sellerCarOrders = ['newest', 'oldest', 'price-high', 'price-low', 'coe', 'wishes'] as const;
export type SellerCarOrder = (typeof sellerCarOrders)[number];
