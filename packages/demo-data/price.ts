import { computeLeastParfRebate } from './duties.ts';

/** The facts that decide the price of a new car. Amounts are in dollars. */
interface NewCarPriceFacts {
  /** Open market value. */
  readonly omv: number;
  /** Additional registration fee. */
  readonly arf: number;
  /** Premium of the COE. */
  readonly premium: number;
  /** The dealer's margin, as a share of the sum of all other parts of the price. */
  readonly margin: number;
}

/** The facts that decide the price of a used car. Amounts are in dollars. */
interface UsedCarPriceFacts {
  /** Price of the car when it was new. */
  readonly originalPrice: number;
  /** Additional registration fee. */
  readonly arf: number;
  readonly registeredOn: string;
  readonly mileageKm: number;
  /** Factor by which the computed price is multiplied: `resaleValueFactor` of a demo model (stock-row.ts). */
  readonly resaleValueFactor: number;
}

/** The day for which the prices of the demo cars were computed. Asking prices do not depend on the current date. */
const pricingDayMs = Date.parse('2026-11-01');
const msPerYear = 365.25 * 86_400_000;

/**
 * A plausible price when new: open market value, 20 % excise duty, GST, ARF, COE and the dealer's margin, ending in 888
 * as showroom prices do.
 */
export function computePriceWhenNew({ omv, arf, premium, margin }: NewCarPriceFacts): number {
  const priceBeforeMargin = omv * 1.2 * 1.08 + arf + premium;
  return Math.round((priceBeforeMargin * (1 + margin)) / 1000) * 1000 + 888;
}

/**
 * A plausible asking price, rounded so that it ends in 800. Over the ten years of the COE the price falls linearly from
 * the price when new to the rebates at the end. The price of a car with a cheap COE is higher, because a new COE costs
 * more today. A high mileage makes the price lower. The asking price is always clearly below the price when new.
 */
export function computeAskingPrice({
  originalPrice,
  arf,
  registeredOn,
  mileageKm,
  resaleValueFactor,
}: UsedCarPriceFacts): number {
  const age = (pricingDayMs - Date.parse(registeredOn)) / msPerYear;
  const rebateAtEnd = computeLeastParfRebate(arf, registeredOn);
  const linearPrice = rebateAtEnd + ((originalPrice - rebateAtEnd) * (10 - age)) / 10;
  const coePriceFactor = registeredOn < '2021-07' ? 1.16 : registeredOn < '2022-07' ? 1.07 : 0.98;
  const mileageFactor = 1 - Math.min(0.08, Math.max(0, (mileageKm / age - 10_000) / 100_000));
  const askedPrice = Math.min(linearPrice * coePriceFactor * mileageFactor * resaleValueFactor, originalPrice * 0.92);
  return Math.round((Math.max(askedPrice, rebateAtEnd * 1.04) - 800) / 1000) * 1000 + 800;
}
