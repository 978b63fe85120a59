/**
 * The states by which sellers filter the list of their own cars. `photosMissing`: the car is on sale, is not booked and
 * has no photo. `hidden`: an admin has hidden the listing of the car.
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
export const sellerCarSortOrders = ['newest', 'oldest', 'price-high', 'price-low', 'coe', 'wishes'] as const;
export type SellerCarSortOrder = (typeof sellerCarSortOrders)[number];
