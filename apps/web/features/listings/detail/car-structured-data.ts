import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { isOnSale } from '@carhouse/domain/listing/listing-policy';
import { currency } from '@carhouse/domain/money/money';
import { brandName } from '../browse/brand-facts.ts';
import { carName } from './car-name.ts';

/** A car and its offer as search engines read them (schema.org `Vehicle` and `Offer`). Facts that are unknown are left out. */
export function carStructuredData(car: ListingDetail, siteUrl: string): object {
  const { facts } = car;
  const url = `${siteUrl}/cars/${car._id}`;
  return known({
    '@context': 'https://schema.org',
    '@type': 'Vehicle',
    '@id': url,
    url,
    name: carName(car),
    description: car.description,
    image: car.images.map((image) => (image.startsWith('/') ? `${siteUrl}${image}` : image)),
    brand: { '@type': 'Brand', name: brandName(car.category) },
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
    mileageFromOdometer: quantity(facts.mileageKm, 'KMT'),
    weight: quantity(facts.curbWeightKg, 'KGM'),
    vehicleEngine: engine(facts.engineCc, facts.powerKw),
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

function quantity(value: number | null, unitCode: string): object | null {
  return value === null ? null : { '@type': 'QuantitativeValue', value, unitCode };
}

function engine(cc: number | null, kw: number | null): object | null {
  if (cc === null && kw === null) return null;
  return known({
    '@type': 'EngineSpecification',
    engineDisplacement: quantity(cc, 'CMQ'),
    enginePower: quantity(kw, 'KWT'),
  });
}

function known(given: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ''));
}
