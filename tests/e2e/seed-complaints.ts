import { answerComplaint, openComplaint } from '@carhouse/contract/complaints';
import { readSuccessBody, signUp } from './accounts.ts';
import { payByApi } from './card-form.ts';
import { type CreatedUser, createBooking, createOwnCar } from './created-users.ts';

const complaints = [
  {
    seller: 'Seller Eleven',
    buyer: 'Buyer Six',
    car: { title: 'Model 3', category: 'Tesla', resalePrice: 138_800 },
    ground: 'not-as-described',
    text: 'The advertisement promises the larger battery. The papers and the display both name the small one, and the range is a third shorter than you wrote. I asked twice before I paid.',
    answer:
      'The display shows the range in winter. The battery is the one that I had from the dealer, and I have sent the buyer the invoice of 2021 that names it. I offer to look at the car together at a workshop of their choice.',
  },
  {
    seller: 'Seller Twelve',
    buyer: 'Buyer Seven',
    car: { title: 'Q5 2.0 TFSI', category: 'Audi', resalePrice: 92_300 },
    ground: 'not-handed-over',
    text: 'The seller did not come to two appointments.',
    answer: null,
  },
] as const;

/** Creates paid orders whose buyers complain. One seller has answered the complaint. */
export async function seedComplaints(): Promise<void> {
  for (const { seller: sellerName, buyer: buyerName, car, ground, text, answer } of complaints) {
    const [seller, buyer] = [await makeUser('Seller', sellerName), await makeUser('Buyer', buyerName)];
    const id = await createBooking(buyer, await createOwnCar(seller, car));
    await payByApi(buyer, id);
    await readSuccessBody(await buyer.calls.post(openComplaint.path.replace(':id', id), { data: { ground, text } }));
    if (answer !== null)
      await readSuccessBody(
        await seller.calls.put(answerComplaint.path.replace(':id', id), { data: { text: answer } }),
      );
    for (const { calls } of [seller, buyer]) await calls.dispose();
  }
}

async function makeUser(role: 'Seller' | 'Buyer', name: string): Promise<CreatedUser> {
  const { calls, account } = await signUp(role, name);
  return { name, email: account.email, calls };
}
