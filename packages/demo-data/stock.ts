import { type Cents, cents } from '@carhouse/domain/money/money';
import { countYearsBetween, toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import type { DemoFacts, DemoListing } from './demo-listing.ts';
import type { CarDrawing } from './drawing/car-drawing.ts';
import type { Paint } from './drawing/paints.ts';
import { computeCoeCategory, computePlausiblePremium, computeRegistrationFee } from './duties.ts';
import { computeAskingPrice, computePriceWhenNew } from './price.ts';
import { listGallery, makeCoverDrawings } from './scenery.ts';
import { createSeededRandom } from './seeded.ts';
import { makeSellerEmail } from './sellers.ts';
import { audiStock } from './stock-audi.ts';
import { ferrariStock } from './stock-ferrari.ts';
import { mercedesStock } from './stock-mercedes.ts';
import { bmwStock, lamborghiniStock } from './stock-other.ts';
import { rollsRoyceStock } from './stock-rolls-royce.ts';
import type { BrandStock, DemoModel, DemoRow } from './stock-row.ts';
import { teslaStock } from './stock-tesla.ts';

const brandStocks: readonly BrandStock[] = [
  mercedesStock,
  audiStock,
  teslaStock,
  ferrariStock,
  rollsRoyceStock,
  bmwStock,
  lamborghiniStock,
];

/**
 * The demo stock on the day `today`: about 190 invented cars with plausible Singapore facts. The cars are sorted by
 * brand, and within a brand the newest posting comes first. The same day gives the same stock. Registrations and prices
 * are fixed. Years of use depend on `today`, and a car whose COE has expired is no longer on offer.
 */
export function makeDemoListings(today: Date): readonly DemoListing[] {
  const day = toSingaporeDay(today);
  return brandStocks
    .flatMap((brandStock) => listBrand(brandStock, day))
    .filter((listing) => listing.facts.coeExpiresOn > day);
}

function listBrand(brandStock: BrandStock, today: string): DemoListing[] {
  const usedSlugs = new Map<string, number>();
  const postedRows = brandStock.rows
    .map((row) => ({ row, key: makeKey(brandStock, row, usedSlugs) }))
    .map((entry) => ({
      ...entry,
      ...choosePosting(entry.row, entry.key),
    }));
  postedRows.sort((a, b) => a.daysAgo - b.daysAgo || b.minute - a.minute);
  const coverDrawings = makeCoverDrawings({ ...brandStock, rows: postedRows.map(({ row }) => row) });
  return postedRows.map(({ row, key, daysAgo, minute }, index) => {
    const cover = coverDrawings[index];
    const model = brandStock.models[row[0]];
    if (!cover || !model) throw new RangeError(`${key} has no model or picture`);
    return makeListing({ brandStock, row, model, key, daysAgo, minute, cover, today });
  });
}

interface PostingFacts {
  readonly daysAgo: number;
  readonly minute: number;
}

interface ListingSource extends PostingFacts {
  readonly brandStock: BrandStock;
  readonly row: DemoRow<string>;
  readonly model: DemoModel;
  readonly key: string;
  readonly cover: CarDrawing;
  readonly today: string;
}

function makeListing({ brandStock, row, model, key, daysAgo, minute, cover, today }: ListingSource): DemoListing {
  const [, registeredOn, mileageKm, , , location, seller, description, choices = {}] = row;
  const facts = makeFacts(row, model, key);
  const arf = dollars(facts.arfPaidCents);
  const originalPriceDollars =
    choices.originalPrice ??
    computePriceWhenNew({ omv: model.omv, arf, premium: dollars(facts.coePremiumCents), margin: model.margin });
  return {
    key,
    sellerEmail: makeSellerEmail(seller),
    brand: brandStock.brand,
    model: model.title,
    location,
    originalPriceCents: fromDollars(originalPriceDollars),
    resalePriceCents: fromDollars(
      choices.askingPrice ??
        computeAskingPrice({
          originalPrice: originalPriceDollars,
          arf,
          registeredOn,
          mileageKm,
          resaleValueFactor: model.resaleValueFactor,
        }),
    ),
    yearsOfUse: countYearsBetween(registeredOn, today),
    yearOfPurchase: Number(registeredOn.slice(0, 4)),
    description,
    postedDaysAgo: daysAgo,
    postedMinuteOfDay: minute,
    facts,
    drawings: listGallery(cover),
    isAdvertised: choices.advertised ?? false,
    depositCents: choices.deposit === undefined ? null : fromDollars(choices.deposit),
  };
}

function makeFacts(
  [, registeredOn, mileageKm, owners, paint]: DemoRow<string>,
  model: DemoModel,
  key: string,
): DemoFacts {
  const year = Number(registeredOn.slice(0, 4));
  const category = computeCoeCategory(model.cc, model.kw, registeredOn);
  const omv = Math.round(model.omv * (0.97 + 0.06 * createSeededRandom(`${key} omv`)()));
  return {
    variant: model.variant,
    body: model.body,
    colour: colours[paint],
    doors: model.doors,
    seats: model.seats,
    transmission: 'automatic',
    fuel: model.fuel,
    engineCc: model.cc,
    powerKw: model.kw,
    curbWeightKg: model.kg,
    manufacturedYear: registeredOn.slice(5) < '03-01' ? year - 1 : year,
    registeredOn,
    coeCategory: category,
    coePremiumCents: fromDollars(computePlausiblePremium(category, registeredOn, createSeededRandom(`${key} coe`)())),
    coeExpiresOn: addTenYears(registeredOn),
    omvCents: fromDollars(omv),
    arfPaidCents: fromDollars(computeRegistrationFee(omv, registeredOn)),
    owners,
    mileageKm,
  };
}

function makeKey({ brand, models }: BrandStock, row: DemoRow<string>, usedSlugs: Map<string, number>): string {
  const explicitKey = row[8]?.key;
  if (explicitKey) return explicitKey;
  const title = models[row[0]]?.title ?? row[0];
  const plainTitle = `${brand.replace('_', '-')} ${title}`.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  const slug = plainTitle
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');
  const count = (usedSlugs.get(slug) ?? 0) + 1;
  usedSlugs.set(slug, count);
  return `${slug}-${row[1].slice(0, 4)}-${count}`;
}

/**
 * The time of posting. Most cars were posted in the last six weeks, between eight in the morning and ten at night.
 * Recent days have more postings.
 */
function choosePosting(row: DemoRow<string>, key: string): PostingFacts {
  const fixedPosting = row[8]?.posted;
  if (fixedPosting) {
    const [hours, minutes] = fixedPosting[1].split(':').map(Number);
    return { daysAgo: fixedPosting[0], minute: (hours ?? 0) * 60 + (minutes ?? 0) };
  }
  const random = createSeededRandom(`${key} posted`);
  return { daysAgo: 2 + Math.floor(random() ** 1.4 * 42), minute: 480 + Math.floor(random() * 840) };
}

/**
 * The same day ten years later. 29 February becomes 28 February, because the year ten years after a leap year is no
 * leap year.
 */
function addTenYears(date: string): string {
  const monthAndDay = date.slice(5) === '02-29' ? '02-28' : date.slice(5);
  return `${Number(date.slice(0, 4)) + 10}-${monthAndDay}`;
}

function dollars(amount: Cents): number {
  return Number(amount / 100n);
}

function fromDollars(amount: number): Cents {
  return cents(BigInt(amount) * 100n);
}

const colours: Readonly<Record<Paint, string>> = {
  green: 'Green',
  emerald: 'Green',
  lime: 'Green',
  silver: 'Silver',
  grey: 'Grey',
  graphite: 'Grey',
  black: 'Black',
  white: 'White',
  pearl: 'White',
  champagne: 'Beige',
  bronze: 'Bronze',
  copper: 'Bronze',
  brown: 'Brown',
  red: 'Red',
  burgundy: 'Red',
  plum: 'Purple',
  orange: 'Orange',
  ochre: 'Gold',
  yellow: 'Yellow',
  navy: 'Blue',
  midnight: 'Blue',
  azure: 'Blue',
  blue: 'Blue',
  ice: 'Silver',
  teal: 'Green',
  sage: 'Green',
};
