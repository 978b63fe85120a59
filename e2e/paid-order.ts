import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bookingData } from '@carhouse/contract/bookings';
import { uploadImage } from '@carhouse/contract/images';
import { postProduct } from '@carhouse/contract/listings';
import { cardForm, createPaymentIntent, postPayment } from '@carhouse/contract/payments';
import type { APIRequestContext } from '@playwright/test';
import { answerOf, signUp } from './accounts.ts';

/** A picture that every test may upload. */
export const somePicture = join(import.meta.dirname, '../web/public/share.jpg');

export type PaidOrder = {
  readonly car: string;
  readonly bookingId: string;
  readonly paymentId: string;
  readonly transactionId: string;
  readonly buyerName: string;
};

export type Sale = {
  readonly seller: string;
  readonly buyer: string;
  readonly car: string;
  readonly category: string;
  readonly price: number;
  readonly picture?: Picture;
};
type Picture = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** A new buyer pays a new seller's car by card: all of it over the wire, as the pages do it. */
export async function makePaidOrder(sale?: Sale): Promise<PaidOrder> {
  const word = randomBytes(4).toString('hex');
  const usual = { car: `Roma ${word}`, category: 'Ferrari', price: 868_000 };
  const given: Sale = sale ?? { seller: `Seller ${word}`, buyer: `Buyer ${word}`, ...usual };
  const { calls: seller } = await signUp('Seller', given.seller);
  const { calls: buyer } = await signUp('Buyer', given.buyer);
  try {
    const { car } = given;
    const productId = await listCar(seller, given);
    const booking = { productId, meetingDate: 'Saturday, after 3 pm', buyerNumber: '9123 4567' };
    const bookingId = (await answerOf<{ insertedId: string }>(await buyer.post(bookingData.path, { data: booking })))
      .insertedId;
    const opened = await buyer.post(createPaymentIntent.path, { data: { paymentId: bookingId } });
    const { clientSecret } = await answerOf<{ clientSecret: string }>(opened);
    const transactionId = await charge(buyer, clientSecret);
    const told = await buyer.post(postPayment.path, { data: { paymentId: bookingId, transactionId } });
    const paymentId = (await answerOf<{ insertedId: string }>(told)).insertedId;
    return { car, bookingId, paymentId, transactionId, buyerName: given.buyer };
  } finally {
    await seller.dispose();
    await buyer.dispose();
  }
}

async function listCar(seller: APIRequestContext, sale: Sale): Promise<string> {
  const image = sale.picture ?? { name: 'car.jpg', mimeType: 'image/jpeg', buffer: await readFile(somePicture) };
  const uploaded = await seller.post(uploadImage.path, { multipart: { image } });
  const { data } = await answerOf<{ data: { url: string } }>(uploaded);
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
  return (await answerOf<{ insertedId: string }>(await seller.post(postProduct.path, { data: car }))).insertedId;
}

/** What the card form does with a client secret. @returns the id of the charge. */
async function charge(buyer: APIRequestContext, clientSecret: string): Promise<string> {
  const { publishableKey } = await answerOf<{ publishableKey: string }>(await buyer.get(cardForm.path));
  const intent = clientSecret.split('_secret_')[0] ?? '';
  await answerOf(
    await buyer.post(`/sandbox-card-provider/v1/payment_intents/${intent}/confirm`, {
      headers: { authorization: `Bearer ${publishableKey}` },
      form: {
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2034',
        'payment_method_data[card][cvc]': '242',
      },
    }),
  );
  return intent;
}
