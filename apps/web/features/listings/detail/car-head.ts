import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { isPublic } from '@carhouse/domain/listing/listing-policy';
import { listingDetailMessages } from '#messages/listing-detail';
import { type PageHead, pageTitle, publicHead } from '../../../app/page-title.ts';
import { money } from '../../../ui/format.ts';
import { coeLeft } from '../browse/coe.ts';
import { carName } from './car-name.ts';
import { carStructuredData } from './car-structured-data.ts';
import { yearsOf } from './years.ts';

/** Title, description, canonical address, picture and structured data of a car. Only cars on sale are for search engines. */
export function carHead(siteUrl: string, car: ListingDetail | undefined): PageHead {
  if (car === undefined) return pageTitle(listingDetailMessages.missing.title);
  const name = carName(car);
  const years = yearsOf(car.yearsOfUse);
  const coe = coeLeft(car).words;
  const facts = coe === null ? listingDetailMessages.headNoCoe(years) : listingDetailMessages.headFacts(years, coe);
  const head = publicHead(siteUrl, {
    name: listingDetailMessages.headName(name, car.yearOfPurchase),
    description: listingDetailMessages.headDescription(name, money(car.resalePrice), car.location, facts),
    path: `/cars/${car._id}`,
    image: car.image,
    unlisted: !isPublic(car.status),
  });
  // The router writes it as a script of data, with everything escaped that could end it.
  const data = { 'script:ld+json': carStructuredData(car, siteUrl) };
  return { ...head, meta: [...head.meta, data as unknown as PageHead['meta'][number]] };
}
