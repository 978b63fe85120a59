import type { AdvertisedCarAnswer } from '@carhouse/contract/advertisements';
import type { AdvertisedCar } from '@carhouse/database/advertisements/advertisements';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { imageUrl } from '@carhouse/images/image-url';

/** Returns an advertised listing in the field names of the specification, without data of its seller. */
export function presentAdvertisement(car: AdvertisedCar): AdvertisedCarAnswer {
  return {
    _id: car.id,
    image: car.imageKey === null ? '' : imageUrl(car.imageKey, 960),
    title: car.title,
    category: car.brand,
    resalePrice: dollarsFromCents(car.price),
    imageSize: car.imageSize,
  };
}
