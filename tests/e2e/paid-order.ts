import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bookCar } from '@carhouse/contract/bookings';
import { uploadImage } from '@carhouse/contract/images';
import { postProduct } from '@carhouse/contract/listings';
import { createPaymentIntent, postPayment } from '@carhouse/contract/payments';
import type { APIRequestContext } from '@playwright/test';
import { readSuccessBody, signUp } from './accounts.ts';
import { chargeCard } from './charge-card.ts';

/** An image file that every test may upload. */
export const imageFilePath = join(import.meta.dirname, '../../apps/web/public/share.jpg');

export type PaidOrder = {
  readonly car: string;
  readonly bookingId: string;
  readonly paymentId: string;
  readonly transactionId: string;
  readonly buyerName: string;
};

export type SaleParties = {
  readonly seller: string;
  readonly buyer: string;
  readonly car: string;
  readonly category: string;
  readonly price: number;
  readonly image?: UploadFile;
  /** The card number. By default, the order is paid with a card that is always accepted. */
  readonly card?: string;
};
type UploadFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** Creates a new buyer and a new seller, for a Ferrari Roma. */
export function makeSaleParties(): SaleParties {
  const word = randomBytes(4).toString('hex');
  return { seller: `Seller ${word}`, buyer: `Buyer ${word}`, car: `Roma ${word}`, category: 'Ferrari', price: 868_000 };
}

/**
 * Creates an order in which a new buyer pays for a new seller's car by card. The function makes the same API calls as
 * the pages.
 */
export async function makePaidOrder(sale?: SaleParties): Promise<PaidOrder> {
  const saleParties = sale ?? makeSaleParties();
  const { calls: seller } = await signUp('Seller', saleParties.seller);
  const { calls: buyer } = await signUp('Buyer', saleParties.buyer);
  try {
    const payment = await payForCar(buyer, await listCar(seller, saleParties), saleParties.card);
    return { ...payment, car: saleParties.car, buyerName: saleParties.buyer };
  } finally {
    await seller.dispose();
    await buyer.dispose();
  }
}

/** Books a car and pays for it by card, with the API calls of a buyer. */
export async function payForCar(
  buyer: APIRequestContext,
  productId: string,
  card?: string,
): Promise<Pick<PaidOrder, 'bookingId' | 'paymentId' | 'transactionId'>> {
  const booking = { productId, meetingDate: 'Saturday, after 3 pm', buyerNumber: '9123 4567' };
  const { insertedId: bookingId } = await readSuccessBody<{ insertedId: string }>(
    await buyer.post(bookCar.path, { data: booking }),
  );
  const intentAnswer = await buyer.post(createPaymentIntent.path, { data: { paymentId: bookingId } });
  const { clientSecret } = await readSuccessBody<{ clientSecret: string }>(intentAnswer);
  const transactionId = await chargeCard(buyer, clientSecret, card);
  const result = await buyer.post(postPayment.path, { data: { paymentId: bookingId, transactionId } });
  const { insertedId: paymentId } = await readSuccessBody<{ insertedId: string }>(result);
  return { bookingId, paymentId, transactionId };
}

async function listCar(seller: APIRequestContext, sale: SaleParties): Promise<string> {
  const image = sale.image ?? { name: 'car.jpg', mimeType: 'image/jpeg', buffer: await readFile(imageFilePath) };
  const uploadAnswer = await seller.post(uploadImage.path, { multipart: { image } });
  const { data } = await readSuccessBody<{ data: { url: string } }>(uploadAnswer);
  const car = {
    title: sale.car,
    location: 'Bukit Timah',
    category: sale.category,
    resalePrice: sale.price,
    originalPrice: sale.price + 260_000,
    yearsOfUse: 5,
    yearOfPurchase: 2021,
    description: 'One owner since new.',
    image: data.url,
  };
  return (await readSuccessBody<{ insertedId: string }>(await seller.post(postProduct.path, { data: car }))).insertedId;
}
