import { createHash } from 'node:crypto';
import { findMakeInTitle, makeKey, spellUnknownMake } from '@carhouse/domain/brand/brand-spellings';
import { findOtherMake } from '@carhouse/domain/brand/known-models';
import { type CarFacts, noFacts } from '@carhouse/domain/car/car-facts';
import type { Fuel } from '@carhouse/domain/car/drivetrain';
import type { Cents } from '@carhouse/domain/money/money';
import { expectedValueByField } from '../guess/expected-values.ts';
import type { Mapping } from '../guess/mapping.ts';
import { extractTitleNotes, type TitleNotes } from '../guess/title-notes.ts';
import type { Field, RowFields } from '../read/field.ts';
import { computeEndOfTerm, findLastDayOfMonth, formatLongDate } from '../read/read-date.ts';

/** A listing made from a row. The server adds ids, times and the display name of the brand later. */
export type ListingDraft = {
  readonly dealerRef: string;
  readonly title: string;
  /** The brand as the row or its title spells it. */
  readonly brandSpelling: string;
  /** The result of `makeKey` for `brandSpelling`. */
  readonly brandKey: string;
  readonly location: string;
  readonly originalPrice: Cents | null;
  readonly resalePrice: Cents;
  /**
   * Years of use. The value is null when the years of use are computed from the registration date on the day of the
   * import.
   */
  readonly yearsOfUse: number | null;
  readonly yearOfPurchase: number;
  readonly description: string;
  readonly facts: CarFacts;
  /** URLs or names of images. The property is absent when the feed has no images. */
  readonly photos?: readonly string[];
};

/** Why a row cannot become a draft: the missing or invalid field, and the reason. */
export type DraftFault = { readonly field: Field; readonly reason: string };

export type DraftContext = {
  readonly mapping: Pick<Mapping, 'defaultLocation' | 'impliedFuel'>;
  /** The day of the import as ISO date. No car can have been registered after this day. */
  readonly today: string;
  /** Whether the server has a brand with this key. */
  readonly isBrand: (key: string) => boolean;
  /**
   * Whether the feed has no column for the dealer's reference. When a feed has no such column, a car is identified by
   * facts that do not change.
   */
  readonly hasNoRefColumn?: boolean;
  /**
   * Finds the images of an archive that are named by a reference. The images that this function finds are used when the
   * row names no images.
   */
  readonly findImagesByRef?: (ref: string) => readonly string[];
};

/**
 * Makes a listing from the fields of a row: removes the notes from the title, finds the brand, derives the end of the
 * COE and the year of purchase, and joins the texts. The draft depends only on the row and not on the day of the
 * import. Because the draft does not depend on the day, a changed hash means that the dealer has changed the row. There
 * is a draft exactly when `faults` is empty.
 */
export function draftListing(
  fields: Partial<RowFields>,
  context: DraftContext,
): {
  readonly draft: ListingDraft | undefined;
  readonly faults: readonly DraftFault[];
  readonly warnings: readonly DraftFault[];
} {
  const faults: DraftFault[] = [];
  const titleNotes = extractTitleNotes((fields.title ?? composeTitle(fields)).replaceAll('\n', ' '));
  const brand = fields.brand ?? findMakeInTitle(titleNotes.title, context.isBrand);
  const location = fields.location ?? context.mapping.defaultLocation;
  const yearOfPurchase = fields.yearOfPurchase ?? readYear(fields.registeredOn) ?? fields.manufacturedYear;
  const description = composeDescription(fields, titleNotes);
  const coeFields = computeCoeFacts(fields, titleNotes);

  const addFault = (field: Field, reason: string): void => void faults.push({ field, reason });
  const addEmptyFault = (field: Field): void => addFault(field, `is empty; expected ${expectedValueByField[field]}`);
  const ref = context.hasNoRefColumn === true ? deriveRef(fields, titleNotes.title) : fields.ref;
  if (ref === undefined) addEmptyFault('ref');
  if (titleNotes.title === '') addEmptyFault('title');
  if (titleNotes.title.length > 120) addFault('title', 'is longer than 120 characters');
  if (brand === undefined && titleNotes.title !== '')
    addFault('brand', 'is empty, and the title does not begin with a known make; expected a make such as Audi');
  if (location === null) addEmptyFault('location');
  if (fields.resalePrice === undefined) addEmptyFault('resalePrice');
  if (yearOfPurchase === undefined) {
    addFault(
      'yearOfPurchase',
      `is not given, nor is a registration or a year of manufacture; expected ${expectedValueByField.yearOfPurchase}`,
    );
  }
  if (description.length > 5000) addFault('description', 'is longer than 5000 characters with all that belongs to it');
  if (fields.yearOfPurchase !== undefined && fields.yearOfPurchase > readYearOfDay(context.today) + 1) {
    addFault('yearOfPurchase', 'lies in the future');
  }
  for (const fault of findContradictions(fields, coeFields.coeExpiresOn, context.today)) faults.push(fault);
  if (
    faults.length > 0 ||
    ref === undefined ||
    brand === undefined ||
    location === null ||
    fields.resalePrice === undefined ||
    yearOfPurchase === undefined
  ) {
    return { draft: undefined, faults, warnings: [] };
  }

  const photos = fields.photos ?? context.findImagesByRef?.(ref) ?? [];
  const draft: ListingDraft = {
    dealerRef: ref,
    title: titleNotes.title,
    brandSpelling: brand,
    brandKey: makeKey(brand),
    location,
    originalPrice: fields.originalPrice ?? null,
    resalePrice: fields.resalePrice,
    yearsOfUse: fields.yearsOfUse ?? null,
    yearOfPurchase,
    description,
    facts: {
      ...pickStatedFacts(fields),
      ...coeFields,
      fuel: chooseFuel(fields, titleNotes.title, context.mapping.impliedFuel),
    },
    ...(photos.length === 0 ? {} : { photos }),
  };
  return { draft, faults, warnings: warnAboutMake(fields, brand) };
}

/**
 * Warns when the name of the car contradicts the make, for example the make `BMW` and the name `Audi A4` or `A4`. The
 * row is accepted, because the make and the name may both be right.
 */
function warnAboutMake({ title, model }: Partial<RowFields>, brand: string): readonly DraftFault[] {
  const otherMake = findOtherMake(title ?? '', brand) ?? findOtherMake(model ?? '', brand);
  return otherMake === undefined
    ? []
    : [{ field: 'brand', reason: `is another make than the name of the car says: ${otherMake}` }];
}

/**
 * Joins brand and model: `Audi` and `Q5 2.0A` give `Audi Q5 2.0A`. A model that begins with its brand is used alone.
 */
function composeTitle({ brand, model, variant }: Partial<RowFields>): string {
  if (model === undefined) return '';
  if (brand === undefined) return model;
  const make = spellUnknownMake(brand, model);
  const words = model.toLowerCase().startsWith(make.toLowerCase())
    ? [model]
    : [make, removeMake(model, makeKey(brand))];
  if (variant !== undefined && !model.toLowerCase().includes(variant.toLowerCase())) words.push(variant);
  return words.join(' ').slice(0, 300);
}

/** The model without the make before it: for Mercedes-Benz, `Mercedes C180` becomes `C180`. */
function removeMake(model: string, key: string): string {
  const [firstModelWord = '', ...otherModelWords] = model.split(' ');
  return otherModelWords.length > 0 && makeKey(firstModelWord) === key ? otherModelWords.join(' ') : model;
}

/**
 * A reference for a row of a file without references. The reference is the same in every file of the dealer, because it
 * is computed from facts that do not change.
 */
function deriveRef(fields: Partial<RowFields>, title: string): string {
  const facts = constantFields.map((field) => fields[field]);
  const engine = fields.engine === undefined ? '' : JSON.stringify(fields.engine);
  const textToHash = [title, engine, ...facts].join('\u0000').toLowerCase();
  return `car-${createHash('sha256').update(textToHash).digest('hex').slice(0, 16)}`;
}

/**
 * The facts that do not change while a car is on offer. The price, the number of owners and the texts may change, so
 * the reference does not depend on them.
 */
const constantFields = [
  'brand',
  'model',
  'variant',
  'body',
  'colour',
  'registeredOn',
  'manufacturedYear',
  'yearOfPurchase',
  'transmission',
  'engineCc',
  'powerKw',
  'curbWeightKg',
  'mileageKm',
  'omv',
  'coePremium',
  'arfPaid',
  'location',
] as const satisfies readonly Field[];

function pickStatedFacts(fields: Partial<RowFields>): CarFacts {
  const facts: Record<string, unknown> = { ...noFacts };
  for (const fact of Object.keys(noFacts) as (keyof CarFacts)[]) facts[fact] = fields[fact] ?? null;
  facts.engineCc ??= fields.engine?.engineCc ?? null;
  facts.powerKw ??= fields.engine?.powerKw ?? null;
  return facts as CarFacts;
}

/**
 * The end of the COE, and whether the COE is renewed. A date in the row has priority over a note in the title. When the
 * row has no date, the COE ends on the last day of the month that a note in the title names. When the row has no date
 * and the title has no note, a first COE ends ten years after the registration. The end of the COE is unknown when the
 * title has the note `(New 10-yr COE)`, because the note has no date.
 */
function computeCoeFacts(
  fields: Partial<RowFields>,
  titleNotes: TitleNotes,
): Pick<CarFacts, 'coeExpiresOn' | 'coeRenewed'> {
  const firstCoeEnd = fields.registeredOn === undefined ? null : computeEndOfTerm(fields.registeredOn, 10);
  const coeEndInTitle =
    titleNotes.coeTill === null ? null : findLastDayOfMonth(titleNotes.coeTill.year, titleNotes.coeTill.month);
  if (fields.coeExpiresOn === undefined && coeEndInTitle === null && titleNotes.hasNewCoeNote) {
    return { coeExpiresOn: null, coeRenewed: fields.coeRenewed ?? true };
  }
  const coeExpiresOn = fields.coeExpiresOn ?? coeEndInTitle ?? firstCoeEnd;
  if (fields.coeRenewed !== undefined) return { coeExpiresOn, coeRenewed: fields.coeRenewed };
  if (coeExpiresOn === null || firstCoeEnd === null) return { coeExpiresOn, coeRenewed: null };
  return { coeExpiresOn, coeRenewed: coeExpiresOn.slice(0, 7) > firstCoeEnd.slice(0, 7) };
}

/**
 * The fuel of the row. When the row has no fuel, the result is the fuel that the title names. When the title names no
 * fuel either, the result is the feed's default for a car with an engine.
 */
function chooseFuel(fields: Partial<RowFields>, title: string, impliedFuel: Fuel | null): Fuel | null {
  if (fields.fuel !== undefined) return fields.fuel;
  if (/\bplug-in hybrid\b/i.test(title)) return 'plug-in hybrid';
  if (/\bmild hybrid\b/i.test(title)) return impliedFuel;
  if (/\bhybrid\b/i.test(title)) return 'hybrid';
  if (/\belectric\b/i.test(title)) return 'electric';
  if (/\bdiesel\b/i.test(title)) return 'diesel';
  return fields.engineCc === undefined ? null : impliedFuel;
}

/** Finds values that are valid alone but contradict each other. */
function* findContradictions(
  { registeredOn, manufacturedYear, coeObtainedOn, coeExpiresOn: stated }: Partial<RowFields>,
  coeExpiresOn: string | null,
  today: string,
): Generator<DraftFault> {
  if (registeredOn !== undefined && registeredOn > today) yield { field: 'registeredOn', reason: 'lies in the future' };
  if (manufacturedYear !== undefined) {
    const registeredYear = readYear(registeredOn);
    if (registeredYear !== undefined && manufacturedYear > registeredYear) {
      yield { field: 'manufacturedYear', reason: `is after the registration on ${formatLongDate(registeredOn ?? '')}` };
    } else if (manufacturedYear > Number(today.slice(0, 4)) + 1) {
      yield { field: 'manufacturedYear', reason: 'lies in the future' };
    }
  }
  if (registeredOn !== undefined && coeExpiresOn !== null && coeExpiresOn < registeredOn) {
    yield {
      field: stated === undefined ? 'title' : 'coeExpiresOn',
      reason: 'has a COE that ends before the registration',
    };
  }
  if (coeObtainedOn === undefined) return;
  if (coeObtainedOn > today) yield { field: 'coeObtainedOn', reason: 'lies in the future' };
  if (coeExpiresOn !== null && coeExpiresOn < coeObtainedOn) {
    yield { field: 'coeObtainedOn', reason: `is after the end of the COE on ${formatLongDate(coeExpiresOn)}` };
  }
}

/**
 * Joins the texts of a row into one description, and leaves out repeated paragraphs. Adds a sentence for an off-peak
 * car and for a statutory end of use.
 */
function composeDescription(fields: Partial<RowFields>, titleNotes: TitleNotes): string {
  const description = cleanProse(fields.description);
  const features = cleanProse(fields.features);
  const accessories = cleanProse(fields.accessories);
  const paragraphs = [
    description,
    features === description ? '' : addHeading('Features', features),
    accessories === features || accessories === description ? '' : addHeading('Accessories', accessories),
    titleNotes.hasOffPeakNote || fields.offPeak === true ? 'Off-peak car.' : '',
    fields.lifespanEndsOn === undefined ? '' : `Statutory lifespan ends on ${formatLongDate(fields.lifespanEndsOn)}.`,
  ];
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}

function addHeading(heading: string, paragraph: string): string {
  return paragraph === '' ? '' : `${heading}: ${paragraph}`;
}

/**
 * Capitalises the first letter of each sentence when a text has no capital letters at all. Removes the texts of links.
 */
function cleanProse(dealerText: string | undefined): string {
  if (dealerText === undefined) return '';
  const textWithoutLinks = removeLinkText(dealerText).trim();
  if (textWithoutLinks !== textWithoutLinks.toLowerCase()) return textWithoutLinks;
  return textWithoutLinks.replace(
    /(^|[.!?]\s+)(\p{Ll})/gu,
    (_, textBefore: string, letter: string) => textBefore + letter.toUpperCase(),
  );
}

/** Removes the text of a link such as `view specs of the Audi A4` from the end of a description. */
function removeLinkText(dealerText: string): string {
  const linkStart = dealerText.toLowerCase().lastIndexOf('view specs of the ');
  return linkStart === -1 ||
    /[\p{L}\p{N}]/u.test(dealerText.charAt(linkStart - 1)) ||
    dealerText.includes('.', linkStart)
    ? dealerText
    : dealerText.slice(0, linkStart);
}

function readYearOfDay(today: string): number {
  return Number(today.slice(0, 4));
}

function readYear(isoDay: string | undefined): number | undefined {
  return isoDay === undefined ? undefined : Number(isoDay.slice(0, 4));
}
