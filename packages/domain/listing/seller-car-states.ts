/** The states by which a seller sorts their cars. `photosMissing`: on sale, not booked, and without a photo. */
export const sellerCarStates = ['available', 'booked', 'photosMissing', 'draft', 'withdrawn', 'sold'] as const;
export type SellerCarState = (typeof sellerCarStates)[number];

/** The orders of a seller's list of cars. */
export const sellerCarOrders = ['newest', 'oldest', 'price-high', 'price-low', 'coe', 'wishes'] as const;
export type SellerCarOrder = (typeof sellerCarOrders)[number];
