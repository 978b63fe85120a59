import type { User } from '@carhouse/contract/accounts';
import type { ListingDetail } from '@carhouse/contract/listing-detail';
import type { Product } from '@carhouse/contract/listings';
import { isOnSale } from '@carhouse/domain/listing/listing-policy';
import { currency } from '@carhouse/domain/money/money';
import { listingDetailMessages } from '#messages/listing-detail';
import { makePublicPageHead, makeUnlistedPageHead, type PageHead } from '../../../app/page-title.ts';
import type { RouterContext } from '../../../app/prefetch.ts';
import { formatBrand, formatCarName, formatCountWithNoun, formatMoney } from '../../../ui/format.ts';
import { describeRemainingCoe } from '../browse/coe.ts';
import { carQuery } from './car-queries.ts';

/** Returns the head of a car's page, from the car that the page's loader has read. */
export function makeCarHead(
  { client, queryClient, siteUrl, user }: RouterContext & { readonly user: User | null },
  id: string,
): PageHead {
  return makeCarPageHead(siteUrl, queryClient.getQueryData(carQuery(client, id, user?.email).queryKey));
}

/**
 * The head of a car's page: title, description, canonical URL, image and structured data. Search engines may index only
 * cars on sale.
 */
export function makeCarPageHead(siteUrl: string, car: ListingDetail | undefined): PageHead {
  if (car === undefined) return makeUnlistedPageHead(listingDetailMessages.missing.title);
  const name = formatListingName(car);
  const years = formatYears(car.yearsOfUse);
  const { years: coeYears, text: coe } = describeRemainingCoe(car);
  const facts =
    coeYears === null || coeYears <= 0
      ? listingDetailMessages.headNoCoe(years)
      : listingDetailMessages.headFacts(years, coe);
  const description = listingDetailMessages.headDescription(name, formatMoney(car.resalePrice), car.location, facts);
  const head = makePublicPageHead(siteUrl, {
    name: listingDetailMessages.headName(name, car.yearOfPurchase),
    description,
    path: `/cars/${car._id}`,
    picture: car.sharePicture === null ? null : { path: car.sharePicture, altText: description },
    isUnlisted: !isOnSale(car.status),
  });
  // The router renders the data as a JSON script in which everything is escaped that could end the script.
  const data = { 'script:ld+json': makeCarStructuredData(car, siteUrl) };
  return { ...head, meta: [...head.meta, data as unknown as PageHead['meta'][number]] };
}

/**
 * Describes a car and its offer in the format for search engines (schema.org `Vehicle` and `Offer`). Unknown facts are
 * omitted.
 */
export function makeCarStructuredData(car: ListingDetail, siteUrl: string): object {
  const { facts } = car;
  const url = `${siteUrl}/cars/${car._id}`;
  return omitUnknown({
    '@context': 'https://schema.org',
    '@type': 'Vehicle',
    '@id': url,
    url,
    name: formatListingName(car),
    description: car.description,
    image: car.images.map((image) => (image.startsWith('/') ? `${siteUrl}${image}` : image)),
    brand: { '@type': 'Brand', name: formatBrand(car.category) },
    model: car.title,
    itemCondition: 'https://schema.org/UsedCondition',
    purchaseDate: String(car.yearOfPurchase),
    productionDate: facts.manufacturedYear === null ? null : String(facts.manufacturedYear),
    dateVehicleFirstRegistered: facts.registeredOn,
    vehicleConfiguration: facts.variant,
    bodyType: facts.body,
    color: facts.colour,
    numberOfDoors: facts.doors,
    vehicleSeatingCapacity: facts.seats,
    vehicleTransmission: facts.transmission,
    fuelType: facts.fuel,
    numberOfPreviousOwners: facts.owners,
    mileageFromOdometer: makeQuantity(facts.mileageKm, 'KMT'),
    weight: makeQuantity(facts.curbWeightKg, 'KGM'),
    vehicleEngine: makeEngine(facts.engineCc, facts.powerKw),
    offers: {
      '@type': 'Offer',
      url,
      price: car.resalePrice,
      priceCurrency: currency.toUpperCase(),
      availability: `https://schema.org/${isOnSale(car.status) ? 'InStock' : 'SoldOut'}`,
      itemCondition: 'https://schema.org/UsedCondition',
      areaServed: 'SG',
      seller: { '@type': 'Organization', name: car.seller.name },
    },
  });
}

function makeQuantity(value: number | null, unitCode: string): object | null {
  return value === null ? null : { '@type': 'QuantitativeValue', value, unitCode };
}

function makeEngine(cc: number | null, kw: number | null): object | null {
  if (cc === null && kw === null) return null;
  return omitUnknown({
    '@type': 'EngineSpecification',
    engineDisplacement: makeQuantity(cc, 'CMQ'),
    enginePower: makeQuantity(kw, 'KWT'),
  });
}

function omitUnknown(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ''));
}

/** Returns brand and model, such as `Ferrari Roma`, without repeating the brand. */
export function formatListingName({ category, title }: Pick<Product, 'category' | 'title'>): string {
  return formatCarName(category, title);
}

/** Returns a number of years as text: `1 year`, `5 years`. */
export function formatYears(years: number): string {
  return formatCountWithNoun(years, listingDetailMessages.yearsOfUse.one, listingDetailMessages.yearsOfUse.many);
}
