import { type ListedUser, sellers } from '@carhouse/contract/accounts';
import { sendFeedback } from '@carhouse/contract/feedback';
import { addFeeRule } from '@carhouse/contract/fees';
import { type ListedPayment, payments } from '@carhouse/contract/payments';
import { type APIRequestContext, request } from '@playwright/test';
import { readSuccessBody, runAsDemoAdmin } from './accounts.ts';
import { makePaidOrder, type SaleParties } from './paid-order.ts';
import { seedComplaints } from './seed-complaints.ts';

const sales: readonly (SaleParties & { readonly collection: string; readonly refundReason?: string })[] = [
  {
    seller: 'Seller Eight',
    buyer: 'Buyer Three',
    car: 'RS 6 Avant',
    category: 'Audi',
    price: 468_800,
    collection: '/api/audiDatas',
  },
  {
    seller: 'Seller Nine',
    buyer: 'Buyer Four',
    car: 'Roma',
    category: 'Ferrari',
    price: 868_000,
    collection: '/api/ferrariDatas',
  },
  {
    seller: 'Seller Ten',
    buyer: 'Buyer Five',
    car: 'GLE 450',
    category: 'Mercedes_Benz',
    price: 348_800,
    collection: '/api/mercedesDatas',
    refundReason: 'The car was damaged on the way.',
  },
];

const messages = [
  ['visitor.one@people.example', 'The COE left on every card is what I was missing elsewhere.'],
  ['visitor.two@people.example', 'Could the search remember my last filters?\nI look for the same cars every week.'],
  ['visitor.three@people.example', 'Booked and paid within a day. Thank you.'],
] as const;

/**
 * Creates the records of an admin's lists: rules for fees, sales (one of them refunded), complaints, and feedback. A
 * second call does not change any record. Two calls at the same time end with an error.
 */
export async function seedAdminData(url: string): Promise<void> {
  await runAsDemoAdmin(async (admin) => {
    // The demo data also has payments, so the function looks for payments of its own sellers.
    const knownPayments = (await (await admin.get(payments.path)).json()) as ListedPayment[];
    if (knownPayments.some(({ sellerName }) => sellerName === sales[0]?.seller)) return;
    await addRules(admin);
    for (const { collection, refundReason, ...sale } of sales) {
      const image = await readCarImage(admin, collection);
      const { paymentId } = await makePaidOrder({ ...sale, image });
      if (refundReason !== undefined)
        await admin.post(`/api/v1/payments/${paymentId}/refund`, { data: { reason: refundReason } });
    }
    await seedComplaints();
    await leaveFeedback(url);
  });
}

/** Adds rules for every sale, for a brand from a later day on, and for one seller. */
async function addRules(admin: APIRequestContext): Promise<void> {
  const [seller] = await readSuccessBody<ListedUser[]>(await admin.get(`${sellers.path}?limit=1`));
  const nextMonth = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const terms = { isEnd: false, basisPoints: 100, fixed: 0, cap: null, gstBasisPoints: 900 };
  for (const rule of [
    { basisPoints: 150 },
    { cap: 5_000 },
    { brand: 'Ferrari', basisPoints: 75, fixed: 250, validFrom: nextMonth },
    { seller: seller?._id, basisPoints: 50 },
  ])
    await readSuccessBody(await admin.post(addFeeRule.path, { data: { ...terms, ...rule } }));
}

/** The image of a demo car, so that the listing of the test shows a car. */
async function readCarImage(admin: APIRequestContext, collection: string) {
  const [car] = (await (await admin.get(collection)).json()) as { image: string }[];
  const buffer = await (await admin.get(car?.image ?? '')).body();
  return { name: 'car.webp', mimeType: 'image/webp', buffer };
}

async function leaveFeedback(url: string): Promise<void> {
  const visitor = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  for (const [email, text] of messages) await visitor.post(sendFeedback.path, { data: { email, text } });
  await visitor.dispose();
}
