import type { SearchNote } from '@carhouse/contract/search-notes';
import type { CatalogueEntry } from '@carhouse/search/query/entry';

/** A question that buyers may type, and the condition that each found car must meet. */
export type Question = {
  readonly text: string;
  /** Whether a car matches the question. The result is computed from the facts of the car and not from the search. */
  readonly fitsQuestion: (car: CatalogueEntry) => boolean;
  /**
   * Minimum share of the matching cars that the search must find. The share is 1 unless the question is vague, as in
   * `cheap`.
   */
  readonly minimumShareFound?: number;
  /**
   * Whether a car counts as near, for a question that no car matches. The first three of the nearest cars must count as
   * near.
   */
  readonly isNear?: (car: CatalogueEntry) => boolean;
  /**
   * The condition that the first five of the found cars must also meet, for a question that only puts such cars first.
   */
  readonly fitsFirstCars?: (car: CatalogueEntry) => boolean;
  /** The value by which the found cars must be ordered, the lowest first. Cars without a value come last. */
  readonly readSortValue?: (car: CatalogueEntry) => number | null;
  /**
   * The codes of the notes that the search must give, besides those that explain a bound. The search must give no notes
   * besides the listed ones and those that explain a bound.
   */
  readonly notes?: readonly SearchNote['code'][];
  /**
   * The words that the search must report as not used, or as missing from every description. The search must not name
   * any other words.
   */
  readonly unusedTexts?: readonly string[];
};

const dayMs = 86_400_000;
/** The day on which the questions are asked, in Singapore. */
export const questionDay = new Date('2026-11-23T04:00:00Z');
export const questionDayNumber = Math.floor(questionDay.getTime() / dayMs);

export const readPriceInDollars = ({ price }: CatalogueEntry): number => price / 100;
const isMatch = (value: string | null, pattern: RegExp): boolean => value !== null && pattern.test(value);

export const isSuv = ({ body }: CatalogueEntry): boolean => isMatch(body, /suv|sports? utility|crossover/i);
export const isSaloon = ({ body }: CatalogueEntry): boolean => isMatch(body, /saloon|sedan/i);
export const isEstate = ({ body }: CatalogueEntry): boolean => isMatch(body, /estate|wagon/i);
export const isHatchback = ({ body }: CatalogueEntry): boolean => isMatch(body, /hatch/i);
export const isCoupe = ({ body }: CatalogueEntry): boolean => isMatch(body, /coup/i);
export const isOpen = ({ body }: CatalogueEntry): boolean => isMatch(body, /convertible|cabrio|roadster|spider/i);
export const isMpv = ({ body }: CatalogueEntry): boolean => isMatch(body, /mpv|people carrier|minivan/i);
export const isPickup = ({ body }: CatalogueEntry): boolean => isMatch(body, /pick-?up/i);
export const isVan = ({ body }: CatalogueEntry): boolean => isMatch(body, /^van$/i);
export const isOfBrand =
  (...brands: readonly string[]) =>
  ({ brand }: CatalogueEntry): boolean =>
    brands.includes(brand);
export const isModel =
  (brand: string, title: RegExp) =>
  (car: CatalogueEntry): boolean =>
    car.brand === brand && title.test(car.title);
export const usesFuel =
  (...fuels: readonly string[]) =>
  ({ fuel }: CatalogueEntry): boolean =>
    fuel !== null && fuels.includes(fuel);
export const isPainted =
  (pattern: RegExp) =>
  ({ colour }: CatalogueEntry): boolean =>
    isMatch(colour, pattern);
export const costsUpTo = (most: number) => (car: CatalogueEntry) => readPriceInDollars(car) <= most;
export const costsAtLeast = (minDollars: number) => (car: CatalogueEntry) => readPriceInDollars(car) >= minDollars;
export const hasSeats =
  (minimumSeats: number, most = 99) =>
  (car: CatalogueEntry) =>
    car.seats !== null && car.seats >= minimumSeats && car.seats <= most;
export const hasMileageUpTo = (km: number) => (car: CatalogueEntry) => car.mileageKm !== null && car.mileageKm <= km;
export const hasLowMileage = ({ yearlyMileage }: CatalogueEntry): boolean =>
  yearlyMileage !== null && yearlyMileage <= 10_000;
export const depreciatesUpTo = (most: number) => (car: CatalogueEntry) =>
  car.depreciation !== null && car.depreciation / 100 <= most;
export const hasInstalmentUpTo = (most: number) => (car: CatalogueEntry) =>
  car.instalment !== null && car.instalment / 100 <= most;
export const hasMonthlyCostUpTo = (most: number) => (car: CatalogueEntry) =>
  car.monthlyCost !== null && car.monthlyCost / 100 <= most;
export const hasCoeYears = (years: number) => (car: CatalogueEntry) =>
  car.coeExpiresOn !== null && (car.coeExpiresOn - questionDayNumber) / 365.25 >= years - 0.01;
export const coeEndsWithinYears = (years: number) => (car: CatalogueEntry) =>
  car.coeExpiresOn !== null && (car.coeExpiresOn - questionDayNumber) / 365.25 <= years;
export const hasCoeUntil = (date: string) => (car: CatalogueEntry) =>
  car.coeExpiresOn !== null && car.coeExpiresOn >= Date.parse(date) / dayMs;
/** Whether the COE ends in a month between these two, both included, such as `2030-01` and `2030-12`. */
export const coeEndsBetween =
  (first: string, last = '9999-12') =>
  ({ coeExpiresOn }: CatalogueEntry): boolean => {
    const month = coeExpiresOn === null ? '' : new Date(coeExpiresOn * dayMs).toISOString().slice(0, 7);
    return month >= first && month <= last;
  };
/** Whether the COE ends within a month or has ended. */
export const coeEndsWithinMonth = ({ coeExpiresOn }: CatalogueEntry): boolean =>
  coeExpiresOn !== null && coeExpiresOn < questionDayNumber + 31;
export const isInLocation =
  (location: string) =>
  (car: CatalogueEntry): boolean =>
    car.location === location;
export const isBoughtBetween =
  (first: number, last = 9_999) =>
  (car: CatalogueEntry) =>
    car.yearOfPurchase >= first && car.yearOfPurchase <= last;
export const hasYearsOfUseUpTo = (years: number) => (car: CatalogueEntry) => car.yearsOfUse <= years;
export const hasOwnersUpTo = (most: number) => (car: CatalogueEntry) => car.owners !== null && car.owners <= most;
export const is =
  (...rules: readonly ((car: CatalogueEntry) => boolean)[]) =>
  (car: CatalogueEntry): boolean =>
    rules.every((rule) => rule(car));
export const anyOf =
  (...rules: readonly ((car: CatalogueEntry) => boolean)[]) =>
  (car: CatalogueEntry): boolean =>
    rules.some((rule) => rule(car));
const chineseMakes =
  'BYD|Xpeng|Zeekr|MG|GAC|Aion|Great_Wall|Ora|Chery|Omoda|Jaecoo|Maxus|Denza|Geely|Deepal|Hongqi|NIO'.split('|');
export const isChinese = isOfBrand(...chineseMakes);
export const isNot =
  (rule: (car: CatalogueEntry) => boolean) =>
  (car: CatalogueEntry): boolean =>
    !rule(car);
export const isAutomatic = ({ transmission }: CatalogueEntry): boolean => transmission === 'automatic';
export const isManual = ({ transmission }: CatalogueEntry): boolean => transmission === 'manual';
export const textMatches = (pattern: RegExp) => (car: CatalogueEntry) =>
  pattern.test([car.brand, car.title, car.variant, car.location, car.description].join(' '));
export const fitsAnyCar = (): boolean => true;
/** Accepts no car; for questions about a fact that is missing for every car. */
export const fitsNoCar = (): boolean => false;
/** SUVs, MPVs and tall hatchbacks with five seats. */
export const hasHighSeats = is(
  hasSeats(5),
  anyOf(isSuv, isMpv, isModel('Mercedes_Benz', /^B ?\d/), isModel('Honda', /^(?:Jazz|Fit|Freed)/)),
);
/** Estates, MPVs and SUVs with a large boot. */
export const hasLargeBoot = anyOf(
  isEstate,
  isMpv,
  is(isSuv, (car) => !/^(?:Q[234]|GLA|EQA|X[12]|UX|CX-?3|Kicks|Juke|XC40|Niro|Stonic)\b/.test(car.title)),
);

/** Whether a car is an electric car with a long range, judged by its model or by the seller's text. */
export const hasLongRange = is(
  usesFuel('electric'),
  anyOf(
    textMatches(/long range/i),
    isModel('Tesla', /^Model [SX]|Performance/),
    isModel('Mercedes_Benz', /^EQ[ES]/),
    isModel('BMW', /^i[57]|^i4 eDrive40|^iX xDrive50/),
    isModel('BYD', /^(?:Seal|Han)\b/),
    isModel('Hyundai', /^Ioniq 6/),
    isModel('Rolls_Royce', /^Spectre/),
  ),
);

export const hasRoadTaxUpTo = (most: number) => (car: CatalogueEntry) =>
  car.roadTax !== null && car.roadTax / 100 <= most;
export const hasEngine =
  (least: number, most = 99_999) =>
  (car: CatalogueEntry) =>
    car.engineCc !== null && car.engineCc >= least && car.engineCc <= most;
export const hasFigureBetween =
  (figure: 'omv' | 'arf' | 'parf', least: number, most = Number.POSITIVE_INFINITY) =>
  (car: CatalogueEntry) =>
    car[figure] !== null && car[figure] / 100 >= least && car[figure] / 100 <= most;
export const hasYearsOfUseBetween = (least: number, most: number) => (car: CatalogueEntry) =>
  car.yearsOfUse >= least && car.yearsOfUse <= most;
/**
 * Minimum share of the matching cars that the search must find when a question asks for a low depreciation, because the
 * search then finds only the lowest quarter.
 */
export const lowDepreciationFoundShare = 0.2;
/** Cars that are not large: no MPVs, and none of the known large SUVs and saloons. */
export const isNotLarge = (car: CatalogueEntry): boolean =>
  !isMpv(car) && !/^(?:X[3-7]|Q[578]|GL[BCES]|Model [SXY]|[CES] ?\d{3}|[3-7]\d\d[a-z]|CR-?V|RAV ?4)/.test(car.title);
