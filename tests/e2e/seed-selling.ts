import type { OwnProduct, Product } from '@carhouse/contract/listings';
import type { APIRequestContext, APIResponse } from '@playwright/test';

/** Creates the records for the screens of a seller and a buyer: bookings, a draft, a withdrawn car, wishes. */
export async function seedSellerAndBuyerRecords(
  seller: APIRequestContext,
  buyer: APIRequestContext,
  secondSeller: APIRequestContext,
): Promise<void> {
  const ownCars = (await readBody(await seller.get('/api/products'))) as OwnProduct[];
  const offeredCars = ownCars.filter(({ status }) => status === 'available');
  await bookCar(buyer, offeredCars[0], 'Sat 28 Nov, after 3 pm', '9123 4567');
  await bookCar(secondSeller, offeredCars[0], 'Sun 29 Nov, morning', '9567 8901');
  await bookCar(secondSeller, offeredCars[1], 'Next Tuesday', '9234 5678');
  const lastOfferedCar = offeredCars[5];
  if (lastOfferedCar !== undefined && !ownCars.some(({ status }) => status === 'withdrawn')) {
    await readBody(await seller.post(`/api/v1/listings/${lastOfferedCar._id}/withdrawal`));
  }
  if (!ownCars.some(({ status }) => status === 'draft')) {
    const data = {
      title: 'Roma Spider',
      location: 'Bukit Timah',
      category: 'Ferrari',
      resalePrice: 968_000,
      originalPrice: 1_280_000,
      yearsOfUse: 2,
      yearOfPurchase: 2024,
      description: 'Photos follow at the weekend.',
      images: [],
      status: 'draft',
    };
    await readBody(await seller.post('/api/v1/listings', { data }));
  }
  const teslas = (await readBody(await buyer.get('/api/teslaDatas'))) as Product[];
  for (const car of [offeredCars[3], teslas[0], teslas[1]]) {
    if (car !== undefined) await readBody(await buyer.post('/api/wishLists', { data: { productId: car._id } }));
  }
  await reducePrice(seller, offeredCars[3]);
}

async function bookCar(
  buyer: APIRequestContext,
  car: OwnProduct | undefined,
  meetingDate: string,
  buyerNumber: string,
): Promise<void> {
  if (car === undefined) throw new Error('The seller of the story has too few cars.');
  await readBody(await buyer.post('/api/bookingData', { data: { productId: car._id, meetingDate, buyerNumber } }));
}

async function reducePrice(seller: APIRequestContext, car: OwnProduct | undefined): Promise<void> {
  if (car === undefined) return;
  const { facts } = (await readBody(await seller.get(`/api/v1/listings/${car._id}/edition`))) as { facts: object };
  const { title, location, category, originalPrice, yearsOfUse, yearOfPurchase, description, images } = car;
  const terms = { title, location, category, originalPrice, yearsOfUse, yearOfPurchase, description, images, facts };
  const data = { ...terms, resalePrice: car.resalePrice - 10_000 };
  await readBody(await seller.put(`/api/v1/listings/${car._id}`, { data }));
}

async function readBody(answer: APIResponse): Promise<unknown> {
  if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}: ${await answer.text()}`);
  return answer.json();
}
