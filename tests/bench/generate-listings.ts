import { createSeededRandom } from '@carhouse/demo-data/seeded';
import { towns } from '@carhouse/demo-data/towns';
import type { AccountId, SellerKind } from '@carhouse/domain/account/account';
import { depreciationPerYear, type MinimumParfRule } from '@carhouse/domain/car/depreciation';
import type { Transmission } from '@carhouse/domain/car/drivetrain';
import { computeLargestLoanInstalment, computeMonthlyCost } from '@carhouse/domain/car/monthly-figures';
import { findRates, loanRates } from '@carhouse/domain/car/running-rates';
import { computeYearlyMileage } from '@carhouse/domain/car/yearly-mileage';
import { type Id, makeId } from '@carhouse/domain/ids/id';
import type { Cents } from '@carhouse/domain/money/money';
import type { CatalogueEntry } from '@carhouse/search/query/entry';
import { type Make, type Model, stockMakes } from './stock/models.ts';
import { colours, equipment, openingSentences, type SentenceDetails, sentences } from './stock/sentences.ts';

/** An invented seller. Three of ten sellers are dealers, who have nine of ten cars. */
export type GeneratedSeller = {
  readonly id: AccountId;
  readonly name: string;
  readonly email: string;
  readonly kind: SellerKind;
  readonly verified: boolean;
};

/** An invented listing on offer: the catalogue's entry, and further columns of the database. */
export type GeneratedListing = CatalogueEntry & {
  readonly seller: GeneratedSeller;
  /** Amount in cents. */
  readonly originalPrice: number | null;
  /** Amount in cents. */
  readonly arfPaid: number | null;
  /** The date of the registration, as an ISO date. */
  readonly registeredOn: string | null;
  readonly coeEndDate: string | null;
  readonly coeRenewed: boolean | null;
  readonly manufacturedYear: number | null;
  readonly engineCc: number | null;
};

export type GenerateOptions = {
  readonly count: number;
  /**
   * The seed. The same seed gives the same listings. A run with a smaller count generates the same first listings as a
   * run with a larger count.
   */
  readonly seed?: string;
  /** The ISO date on which the listings are on offer. Ages, posting times and depreciation depend on this date. */
  readonly today?: string;
};

const kilometres = new Intl.NumberFormat('en-SG');
const dayMs = 86_400_000;
const sellerCount = 3_000;
const defaultOptions = { seed: 'car house', today: '2026-11-01' } as const;

/** The rules of the minimum PARF benefit, the same as in migration 0001. */
export const parfRules: readonly MinimumParfRule[] = [
  { coeFrom: '1990-05-01', percent: 50, maximumRebate: null },
  { coeFrom: '2023-02-15', percent: 50, maximumRebate: 6_000_000n as Cents },
  { coeFrom: '2026-02-20', percent: 5, maximumRebate: 3_000_000n as Cents },
];

/** The sellers of the generated listings. The sellers do not depend on the number of listings. */
export function generateSellers(seed: string = defaultOptions.seed): readonly GeneratedSeller[] {
  const random = createSeededRandom(`${seed}: sellers`);
  return Array.from({ length: sellerCount }, (_, index) => {
    const number = String(index + 1).padStart(4, '0');
    const kind: SellerKind = random() < 0.3 ? 'dealer' : 'private';
    return {
      id: makeIdAtTime(Date.parse('2020-01-01') + index * 60_000, random),
      name: `Seller ${number}`,
      email: `seller${number}@stock.example`,
      kind,
      verified: random() < (kind === 'dealer' ? 0.8 : 0.35),
    };
  });
}

/**
 * Generates invented listings: makes and models with Zipf frequencies, prices by model, age and mileage with a long
 * tail, and some missing facts. No data comes from a real advertisement.
 */
export function* generateListings(options: GenerateOptions): Generator<GeneratedListing, void, void> {
  const { seed, today } = { ...defaultOptions, ...options };
  const sellers = generateSellers(seed);
  const dealers = sellers.filter(({ kind }) => kind === 'dealer');
  const privateSellers = sellers.filter(({ kind }) => kind === 'private');
  const random = createSeededRandom(`${seed}: cars`);
  const now = Date.parse(today);
  const randomPickers = {
    make: makeZipfChoice(stockMakes, random),
    model: new Map(stockMakes.map((make) => [make, makeZipfChoice(make.models, random)])),
    colour: makeZipfChoice(colours, random),
    place: makeZipfChoice(towns, random, 0.6),
    dealer: makeZipfChoice(dealers, random, 0.7),
  };
  for (let generatedCount = 0; generatedCount < options.count; generatedCount += 1) {
    const make = randomPickers.make();
    const model = (randomPickers.model.get(make) ?? throwMissingValueError)();
    const seller = random() < 0.9 ? randomPickers.dealer() : pickOne(privateSellers, random);
    yield generateListing({
      createdCount: generatedCount,
      random,
      now,
      today,
      make,
      model,
      seller,
      colour: randomPickers.colour(),
      location: randomPickers.place(),
    });
  }
}

type CarChoices = {
  /** The number of cars that were generated before this one. */
  readonly createdCount: number;
  readonly random: () => number;
  readonly now: number;
  readonly today: string;
  readonly make: Make;
  readonly model: Model;
  readonly seller: GeneratedSeller;
  readonly colour: string;
  readonly location: string;
};

function generateListing(choices: CarChoices): GeneratedListing {
  const { createdCount: generatedCount, random, now, today, make, model, seller, colour, location } = choices;
  const drawWithProbability = (probability: number): boolean => random() < probability;
  // Most cars are a few years old. Few cars are very old.
  const ageDays = Math.floor(Math.min(38, -6 * Math.log(1 - random())) * 365.25);
  const registeredMs = now - (ageDays + 1) * dayMs;
  const ageYears = ageDays / 365.25;
  const yearOfPurchase = new Date(registeredMs).getUTCFullYear();
  const isRenewed = ageYears > 9.9;
  const coeEndMs = registeredMs + Math.round((isRenewed ? Math.ceil((ageYears + 0.1) / 5) * 5 : 10) * 365.25) * dayMs;
  const mileage = Math.round((200 + ageYears * 14_500 * drawLogNormal(random, 0.45)) / 100) * 100;
  const owners = 1 + Math.min(5, Math.floor((ageYears / 4) * random() * 1.6));
  const collectorFactor = random() < (ageYears > 20 ? 0.25 : 0.004) ? 2 + 6 * random() : 1;
  const marketPrice =
    model.newPrice * Math.max(0.045, 0.885 ** ageYears) * drawLogNormal(random, 0.16) * collectorFactor;
  const price = Math.max(
    200_000,
    (random() < 0.4 ? Math.round(marketPrice / 1000) * 1000 - 200 : roundToHundreds(marketPrice)) * 100,
  );
  const facts = {
    registeredOn: drawWithProbability(0.06) ? null : formatIsoDay(registeredMs),
    coeEndDate: drawWithProbability(0.08) ? null : formatIsoDay(coeEndMs),
    coeRenewed: drawWithProbability(0.05) ? null : isRenewed,
    arfPaid: drawWithProbability(0.15) ? null : Math.round(model.newPrice * 0.28) * 100,
  };
  const depreciation = depreciationPerYear(
    {
      price: BigInt(price) as Cents,
      arfPaid: facts.arfPaid === null ? null : (BigInt(facts.arfPaid) as Cents),
      coeObtainedOn: null,
      registeredOn: facts.registeredOn,
      coeExpiresOn: facts.coeEndDate,
      coeRenewed: facts.coeRenewed,
    },
    parfRules,
    today,
  );
  const monthlyCost = computeMonthlyCost(depreciation, null);
  const rates = findRates(loanRates, today);
  const instalment =
    rates === undefined
      ? null
      : computeLargestLoanInstalment(
          {
            price: BigInt(price) as Cents,
            omv: null,
            registeredOn: facts.registeredOn,
            coeExpiresOn: facts.coeEndDate,
            yearsOfUse: Math.max(0, new Date(now).getUTCFullYear() - yearOfPurchase),
          },
          rates,
          today,
        );
  const trimName = drawWithProbability(0.35) ? null : pickOne(make.trims, random);
  const mileageKm = drawWithProbability(0.12) ? null : mileage;
  const yearsOfUse = Math.max(0, new Date(now).getUTCFullYear() - yearOfPurchase);
  const postedAt = now * 1000 - Math.floor(random() ** 1.7 * 240 * dayMs * 1000);
  return {
    id: makeIdAtTime(Math.floor(postedAt / 1000), random),
    shareGroup: seller.id,
    seller,
    sellerKind: seller.kind,
    verified: seller.verified,
    postedAt,
    newestAt: postedAt,
    price,
    yearOfPurchase,
    yearsOfUse,
    mileageKm,
    yearlyMileage: computeYearlyMileage(
      { mileageKm, registeredOn: null, yearsOfUse },
      new Date(now).toISOString().slice(0, 10),
    ),
    seats: chooseSeats(model, generatedCount),
    owners: drawWithProbability(0.07) ? null : owners,
    depreciation: depreciation === null ? null : Number(depreciation),
    // The generated cars have neither power nor OMV, so their road tax is unknown and their loan is the smaller one.
    instalment: instalment === null ? null : Number(instalment),
    monthlyCost: monthlyCost === null ? null : Number(monthlyCost),
    roadTax: null,
    power: null,
    omv: null,
    arf: null,
    parf: null,
    coeCategory: null,
    coeExpiresOn: facts.coeEndDate === null ? null : Math.round(coeEndMs / dayMs),
    brand: make.brand,
    title: model.title,
    variant: trimName,
    body: drawWithProbability(0.04) ? null : model.body,
    colour: drawWithProbability(0.05) ? null : colour,
    fuel: drawWithProbability(0.03) ? null : model.fuel,
    transmission: drawWithProbability(0.05) ? null : chooseTransmission(model, random),
    location,
    description: describeCar(choices, trimName, yearOfPurchase, mileage, owners),
    originalPrice: drawWithProbability(0.4) ? null : model.newPrice * 100,
    manufacturedYear: drawWithProbability(0.1) ? null : yearOfPurchase - (random() < 0.3 ? 1 : 0),
    engineCc: model.fuel === 'electric' || drawWithProbability(0.1) ? null : 998 + Math.floor(random() * 30) * 100,
    ...facts,
  };
}

/**
 * Returns a number of seats that is usual for the body type. Every third large car has seven seats, and the number is
 * missing for every tenth car. The function draws no random numbers, so it does not change the other values.
 */
function chooseSeats({ body }: Model, generatedCount: number): number | null {
  if (generatedCount % 10 === 9) return null;
  if (body === 'People carrier') return generatedCount % 4 === 0 ? 8 : 7;
  if (body === 'Sports utility') return generatedCount % 3 === 0 ? 7 : 5;
  if (body === 'Coupé' || body === 'Convertible') return generatedCount % 3 === 0 ? 2 : 4;
  if (body === 'Van') return 2;
  return 5;
}

/** Writes a description of 100 to 300 characters. */
function describeCar(
  choices: CarChoices,
  trimName: string | null,
  year: number,
  mileage: number,
  owners: number,
): string {
  const { random, make, model, colour, location } = choices;
  const details: SentenceDetails = {
    make: make.name,
    title: model.title,
    variant: trimName ?? model.body,
    location,
    colour: colour.toLowerCase(),
    year,
    km: `${kilometres.format(mileage)} km`,
    owners: owners === 1 ? 'one owner' : `${owners} owners`,
    firstEquipment: pickOne(equipment, random),
    secondEquipment: pickOne(equipment, random),
  };
  const targetLength = 100 + 130 * random();
  let text = capitalise(pickOne(openingSentences, random)(details));
  // A tenth of the descriptions has the dealer's stock number, which is a token that only one document contains.
  if (random() < 0.1) text += ` Stock no. ${chooseLetter(random)}${chooseLetter(random)}${Math.floor(random() * 1e6)}.`;
  while (text.length < targetLength) {
    const nextSentence = capitalise(pickOne(sentences, random)(details));
    if (!text.includes(nextSentence)) text += ` ${nextSentence}`;
  }
  return text.length <= 300 ? text : text.slice(0, text.lastIndexOf('.', 298) + 1);
}

function chooseTransmission(model: Model, random: () => number): Transmission {
  if (model.fuel === 'electric' || model.fuel === 'hybrid') return 'automatic';
  return random() < (model.body === 'Van' || model.body === 'Pick-up' ? 0.5 : 0.07) ? 'manual' : 'automatic';
}

/** Picks the nth value with a probability of 1 / n^steepness. */
function makeZipfChoice<Value>(values: readonly Value[], random: () => number, steepness = 1): () => Value {
  const cumulativeWeights: number[] = [];
  let weightSum = 0;
  for (let rank = 1; rank <= values.length; rank += 1) {
    weightSum += 1 / rank ** steepness;
    cumulativeWeights.push(weightSum);
  }
  return () => {
    const at = random() * weightSum;
    let [lowIndex, highIndex] = [0, cumulativeWeights.length - 1];
    while (lowIndex < highIndex) {
      const middleIndex = (lowIndex + highIndex) >> 1;
      if ((cumulativeWeights[middleIndex] ?? 0) < at) lowIndex = middleIndex + 1;
      else highIndex = middleIndex;
    }
    return values[lowIndex] ?? throwMissingValueError();
  };
}

function pickOne<Value>(values: readonly Value[], random: () => number): Value {
  return values[Math.floor(random() * values.length)] ?? throwMissingValueError();
}

/**
 * A log-normal factor around 1, because prices and mileages have such a distribution. The sum of six uniform values
 * approximates a normal one.
 */
function drawLogNormal(random: () => number, standardDeviation: number): number {
  const normalValue = (random() + random() + random() + random() + random() + random() - 3) * Math.SQRT2;
  return Math.exp(standardDeviation * normalValue);
}

function makeIdAtTime<Noun extends string>(ms: number, random: () => number): Id<Noun> {
  const bytes = new Uint8Array(10);
  for (let index = 0; index < 10; index += 1) bytes[index] = Math.floor(random() * 256);
  return makeId(new Date(ms), bytes);
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const roundToHundreds = (value: number): number => Math.round(value / 100) * 100;

const chooseLetter = (random: () => number): string => String.fromCharCode(65 + Math.floor(random() * 26));

const isoDayCache = new Map<number, string>();

/**
 * Returns the day of a time as an ISO date. The text for each day is cached, because millions of cars have only some
 * ten thousand different days.
 */
function formatIsoDay(ms: number): string {
  const dayNumber = Math.floor(ms / dayMs);
  const isoDate = isoDayCache.get(dayNumber) ?? new Date(ms).toISOString().slice(0, 10);
  isoDayCache.set(dayNumber, isoDate);
  return isoDate;
}

function throwMissingValueError(): never {
  throw new Error('There is nothing to choose from.');
}
