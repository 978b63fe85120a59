import { mapFacts } from '@carhouse/domain/car/car-facts';
import type { Field } from '../read/field.ts';

const wordsByFact = mapFacts((_, { headers }) => splitWords(headers));
/** The header words of the facts of a car that `headerWordsByField` does not list by name. */
const headerWordsByFact: Partial<typeof wordsByFact> = wordsByFact;

/**
 * Column headers in feeds, in the form of `normaliseHeader`. Each list begins with the usual names in English. The
 * later names in a list are from feeds of Singapore, Britain, the United States, Germany, France and Poland. When a
 * column fits two fields equally well, the first field here is used. The header words for facts of a car are in
 * packages/domain/car/car-facts.ts.
 */
export const headerWordsByField: Partial<Readonly<Record<Field, readonly string[]>>> = {
  ref: splitWords(`ref|reference|dealer ref|dealer reference|stock number|stock no|stock id|stock|stockno|listing id|listing no|
    listing number|ad id|advert id|offer id|id|vehicle id|car id|vehicle no|listing url|url|link|ad url|advert url|sku|item id|uid|
    uuid|guid|reg no|registration number|plate|plate no|license plate|vrm|number plate|vin|vin number|chassis no|chassis number`),
  title:
    splitWords(`title|name|car name|full name|listing title|ad title|headline|heading|vehicle|car|vehicle name|car title|offer title|
    description title|make and model|make model|make|model name|brand and model|product|product name|advert title`),
  brand:
    splitWords(`brand|make|car make|car brand|vehicle make|vehicle brand|manufacturer|maker|marque|marke|hersteller|marka|raw make|
    make name|brand name|category|producer|oem`),
  model: splitWords(
    `model|car model|vehicle model|model name|modell|modele|model family|model and trim|model description`,
  ),
  variant: wordsByFact.variant,
  location:
    splitWords(`location|city|area|district|town|place|region|showroom|branch|address|state|estate|seller location|car location|
    dealer location|ort|standort|ville|miasto|emirate`),
  resalePrice:
    splitWords(`price|resale price|resell price|selling price|sale price|asking price|list price|listed price|price sgd|price usd|
    price gbp|price eur|price in euro|price in sgd|price in usd|price in aed|price aed|price pln|cash price|retail price|current price|car price|amount|cost|offer price|
    advertised price|asking|ask|price asked|asked price|nett price|nett|sticker price|retail|on the road price|otr price|price incl gst|
    price with coe|price inc coe|preis|prix|cena|harga|price s|price sg|price dollars|value|our price|final price|net price|selling`),
  originalPrice: splitWords(
    `original price|new price|price new|price when new|msrp|rrp|purchase price|bought for|price paid|list price new|neupreis`,
  ),
  currency: splitWords(`currency|price currency|currency code|wahrung|waehrung|devise|waluta`),
  yearsOfUse: splitWords(`years of use|age|vehicle age|car age|age years|years used`),
  yearOfPurchase: splitWords(`year of purchase|purchase year|year purchased|year bought|bought in`),
  manufacturedYear: wordsByFact.manufacturedYear,
  registeredOn: wordsByFact.registeredOn,
  description:
    splitWords(`description|remarks|comments|notes|details|seller comments|seller notes|offer description|desc|about|text|body text|
    comment|long description|beschreibung|full description|write up|sales text`),
  features: splitWords(
    `features|options|equipment|specifications|specs|feature list|highlights|ausstattungen|car features`,
  ),
  accessories: splitWords(`accessories|extras|add ons|upgrades|modifications|mods`),
  body: wordsByFact.body,
  colour: wordsByFact.colour,
  doors: wordsByFact.doors,
  seats: wordsByFact.seats,
  transmission: wordsByFact.transmission,
  fuel: wordsByFact.fuel,
  engine: splitWords(`engine|engine description|engine type|motor|engine details|engine spec`),
  ...headerWordsByFact,
  offPeak: splitWords(`off peak|opc|opc scheme|off peak car|is opc`),
  lifespanEndsOn: splitWords(`lifespan|lifespan ends on|statutory lifespan|lifespan end`),
  availability: splitWords(
    `availability|available|status|listing status|stock status|car status|vehicle status|sale status|in stock|on offer|is available`,
  ),
  photos:
    splitWords(`photos|images|pictures|image|photo|picture|image urls|image url|photo urls|photo url|picture urls|image links|pics|
    gallery|img|main image|image list|photo list|image files|photo files|image names|imgs|cover|thumbnail`),
};

/** Headers of columns that the server computes itself or does not store. */
export const ignoredHeaders: ReadonlySet<string> = new Set(
  splitWords(`depreciation|depre yearly|annual depreciation|annual dep|depre|road tax|road tax yearly|dereg value|deregvalue|
    dereg value from scrape date|deregistration value|days of coe left|total days coe|coe left|months of coe left|indicative price|eco category|
    scrape date|category|int col|interior color|interior colour|accident|clean title|condition|seller type|source|country|
    tax|mpg|fuel consumption|fuel consumption l 100km|fuel consumption g km|co2|co2 emissions|unnamed 0|index|row|row number|no|created at|updated at|offer publication date|
    posted on|date posted|post date|cylinders|drive|drivetrain|drive type|first owner|origin country|vehicle generation|views`),
);

/**
 * Returns a header in lower case. Punctuation, and each change from lower to upper case, becomes a single space:
 * `fuelType` becomes `fuel type`.
 */
export function normaliseHeader(header: string): string {
  return header
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The currency in a header: `price_usd`, `Price (GBP)`, `price_in_euro`. */
export function findCurrencyInHeader(header: string): string | null {
  const currencyCode = /\b(sgd|usd|gbp|eur|euro|pln|aed|myr|aud|rm|chf|inr|jpy|cad)\b/.exec(
    normaliseHeader(header),
  )?.[1];
  const currencySign = /[£€]/.exec(header)?.[0];
  if (currencySign !== undefined) return currencySign === '£' ? 'GBP' : 'EUR';
  if (currencyCode === undefined) return null;
  return { euro: 'EUR', rm: 'MYR' }[currencyCode] ?? currencyCode.toUpperCase();
}

function splitWords(list: string): string[] {
  return list.split('|').map((name) => name.replace(/\s+/g, ' ').trim());
}
