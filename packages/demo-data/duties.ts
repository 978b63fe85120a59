/**
 * Singapore's taxes and COE premiums for the cars of the demo data. The amounts are estimates for invented cars; the
 * product itself uses its dated rules. Dates are ISO dates, amounts whole dollars.
 */

interface ArfBand {
  readonly upperLimit: number;
  readonly percent: number;
}

const arfBandsOf2013: readonly ArfBand[] = [
  { upperLimit: 20_000, percent: 100 },
  { upperLimit: 50_000, percent: 140 },
  { upperLimit: Number.POSITIVE_INFINITY, percent: 180 },
];
const arfBandsOf2022: readonly ArfBand[] = [
  { upperLimit: 20_000, percent: 100 },
  { upperLimit: 50_000, percent: 140 },
  { upperLimit: 80_000, percent: 180 },
  { upperLimit: Number.POSITIVE_INFINITY, percent: 220 },
];
const arfBandsOf2023: readonly ArfBand[] = [
  { upperLimit: 20_000, percent: 100 },
  { upperLimit: 40_000, percent: 140 },
  { upperLimit: 60_000, percent: 190 },
  { upperLimit: 80_000, percent: 250 },
  { upperLimit: Number.POSITIVE_INFINITY, percent: 320 },
];

/** The additional registration fee by the marginal bands in force when the COE was obtained (March 2013 and later). */
export function computeRegistrationFee(omv: number, coeObtainedOn: string): number {
  const bands =
    coeObtainedOn < '2022-02-19' ? arfBandsOf2013 : coeObtainedOn < '2023-02-15' ? arfBandsOf2022 : arfBandsOf2023;
  let fee = 0;
  let lowerLimit = 0;
  for (const { upperLimit, percent } of bands) {
    if (omv > lowerLimit) fee += ((Math.min(omv, upperLimit) - lowerLimit) * percent) / 100;
    lowerLimit = upperLimit;
  }
  return Math.round(fee);
}

/**
 * The minimum PARF rebate at the end of a ten-year COE: half the ARF, and at most $60,000 for COEs from 15 February
 * 2023. The PARF rule of 2026 is not applied.
 */
export function computeLeastParfRebate(arf: number, coeObtainedOn: string): number {
  return coeObtainedOn < '2023-02-15' ? arf / 2 : Math.min(arf / 2, 60_000);
}

/**
 * The COE category. Category A: up to 1,600 cc and 97 kW, or electric up to 110 kW (97 kW before May 2022). Category B:
 * larger or more powerful cars.
 */
export function computeCoeCategory(engineCc: number | null, powerKw: number, coeObtainedOn: string): 'A' | 'B' {
  if (engineCc === null) return powerKw <= (coeObtainedOn < '2022-05-01' ? 97 : 110) ? 'A' : 'B';
  return engineCc <= 1600 && powerKw <= 97 ? 'A' : 'B';
}

/** Typical premiums of a COE of categories A and B in each half-year, in thousands of dollars. */
const premiumsByHalfYear: Readonly<Record<string, readonly [a: number, b: number]>> = {
  '2017-1': [49, 52],
  '2017-2': [43, 51],
  '2018-1': [38, 39],
  '2018-2': [28, 31],
  '2019-1': [28, 39],
  '2019-2': [32, 38],
  '2020-1': [33, 34],
  '2020-2': [36, 40],
  '2021-1': [45, 52],
  '2021-2': [50, 70],
  '2022-1': [67, 93],
  '2022-2': [84, 109],
  '2023-1': [93, 115],
  '2023-2': [97, 129],
  '2024-1': [85, 101],
  '2024-2': [96, 107],
  '2025-1': [96, 116],
  '2025-2': [110, 126],
};

/**
 * A plausible premium of a COE on that day, in dollars: the mean of its half-year with a difference of at most four per cent.
 * @param position from 0 (four per cent less than the mean) to 1 (four per cent more)
 * @throws RangeError outside 2017–2025.
 */
export function computePlausiblePremium(category: 'A' | 'B', coeObtainedOn: string, position: number): number {
  const halfYear = `${coeObtainedOn.slice(0, 4)}-${Number(coeObtainedOn.slice(5, 7)) <= 6 ? 1 : 2}`;
  const premiumPair = premiumsByHalfYear[halfYear];
  if (!premiumPair) throw new RangeError(`no premium is known for ${coeObtainedOn}`);
  const premiumThousands = category === 'A' ? premiumPair[0] : premiumPair[1];
  return Math.round(premiumThousands * (960 + 80 * position)) + 1;
}
