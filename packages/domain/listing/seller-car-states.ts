/**
 * The states by which a seller filters their cars. `photosMissing` means that the car is on sale, not booked, and has no
 * photo.
 */
export const sellerCarStates = ['available', 'booked', 'photosMissing', 'draft', 'withdrawn', 'sold'] as const;
export type SellerCarState = (typeof sellerCarStates)[number];

/** The sort orders of a seller's list of cars. */
export const sellerCarOrders = ['newest', 'oldest', 'price-high', 'price-low', 'coe', 'wishes'] as const;
export type SellerCarOrder = (typeof sellerCarOrders)[number];
