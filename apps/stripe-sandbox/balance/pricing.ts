/** The fees that the provider charges. Amounts are minor units (cents). */
export type Fee = {
  /** Hundredths of a percent of the amount. */
  basisPoints: number;
  fixed: number;
};

export type Pricing = {
  card: Fee;
  paynow: Fee;
  /**
   * The fee for each dispute that takes money back. The provider keeps the dispute fee also when the dispute is won.
   */
  dispute: number;
  /**
   * Seconds after a payment until its money is available for payouts. At Stripe, the money of a payment becomes
   * available only after some days.
   */
  settlementSeconds: number;
};

/**
 * Stripe's fees for accounts in Singapore. Source: stripe.com/en-sg/pricing. The money is available at once, so that nobody has
 * to wait.
 */
export const singaporePricing: Pricing = {
  card: { basisPoints: 340, fixed: 50 },
  paynow: { basisPoints: 130, fixed: 0 },
  dispute: 1_500,
  settlementSeconds: 0,
};

/** The fee for an amount, rounded to a whole minor unit. */
export function computeFee(amount: number, { basisPoints, fixed }: Fee): number {
  return Math.round((amount * basisPoints) / 10_000) + fixed;
}
