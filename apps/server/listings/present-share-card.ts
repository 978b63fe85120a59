import { createHash } from 'node:crypto';
import { texts } from '@carhouse/contract/texts';
import { formatBrandName } from '@carhouse/domain/brand/brand-text';
import { carName } from '@carhouse/domain/car/car-name';
import { coeTermYears, coeYearsLeft } from '@carhouse/domain/car/coe';
import type { ListedCar, ListingId } from '@carhouse/domain/listing/listing';
import { isOnSale, isPublic } from '@carhouse/domain/listing/listing-policy';
import { formatMoney } from '@carhouse/domain/money/money';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { type ShareCard, shareCardDesignVersion } from '@carhouse/images/share-card/share-card';

/**
 * The description of the image that other sites show beside a link to a car: its texts, its cover photo and its
 * version.
 */
export type ShareCardDescription = {
  readonly card: ShareCard;
  /** Key of the cover photo in the image store; null for a car without photos. */
  readonly cover: string | null;
  /** Hash of everything that the preview image shows. Images that look different have different versions. */
  readonly version: string;
};

/**
 * Returns what the preview image of a car shows on this day: public facts of the car, and no personal data. Returns
 * undefined for a car without a preview image, such as a draft or a withdrawn car.
 */
export function presentShareCard(car: ListedCar, now: Date): ShareCardDescription | undefined {
  if (!isPublic(car.status)) return undefined;
  const card: ShareCard = {
    name: carName(formatBrandName(car.brand), car.title),
    price: isOnSale(car.status) ? formatMoney(car.resalePrice) : 'Sold',
    about: `${car.yearOfPurchase} · ${car.location}`,
    coe: presentCoe(car, toSingaporeDay(now)),
    siteName: texts.brandName,
  };
  const cover = car.images[0] ?? null;
  const version = createHash('sha256')
    .update(JSON.stringify([shareCardDesignVersion, card, cover]))
    .digest('hex')
    .slice(0, 16);
  return { card, cover, version };
}

/** Returns the path of a car's preview image; null for a car that has none. */
export function makeShareCardPath(car: ListedCar, now: Date): string | null {
  const cardDescription = presentShareCard(car, now);
  return cardDescription === undefined ? null : makeShareCardUrl(car.id, cardDescription.version);
}

export function makeShareCardUrl(id: ListingId, version: string): string {
  return `/media/cars/${id}/${version}.jpg`;
}

function presentCoe({ facts }: ListedCar, today: string): ShareCard['coe'] {
  if (facts.coeExpiresOn === null) return { words: 'COE unknown', litTicks: null };
  const years = coeYearsLeft(facts.coeExpiresOn, today);
  if (years <= 0) return { words: 'COE has run out', litTicks: 0 };
  const filledSegmentCount = Math.min(coeTermYears, Math.ceil(years));
  if (years === 1) return { words: '1 year of COE left', litTicks: filledSegmentCount };
  if (years > 1) return { words: `${years} years of COE left`, litTicks: filledSegmentCount };
  const months = Math.max(1, Math.round(years * 12));
  return { words: `${months} ${months === 1 ? 'month' : 'months'} of COE left`, litTicks: filledSegmentCount };
}
