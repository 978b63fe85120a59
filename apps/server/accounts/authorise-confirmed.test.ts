import { makeJpeg } from '@carhouse/images/testing/test-images';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeCar, makeUser, password, type TestUser } from '../testing/builders.ts';
import { makeImage, makeListingForm, makeProductForm } from '../testing/images.ts';
import { deliverMails, readMailsTo } from '../testing/mailbox.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { upload, uploadList } from '../testing/uploads.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(unlimitedProtection, undefined, { CONFIRMED_EMAIL: 'demanded' });
});
afterAll(() => server.close());

const carListText = 'title,make,price,year,location,ref\nRoma,Ferrari,868000,2021,Bukit Timah,A1\n';

async function confirmEmailOf(person: TestUser): Promise<void> {
  expect((await call(server, person, 'POST', '/api/v1/me/email-confirmation')).status).toBe(202);
  await deliverMails(server);
  const token = (await readMailsTo(server, person.email)).at(-1)?.token ?? '';
  expect((await call(server, person, 'POST', '/api/v1/email-confirmations', { token })).body).toEqual({
    confirmed: true,
  });
}

const countRows = async (table: 'booking' | 'listing' | 'import' | 'image_upload'): Promise<number> =>
  (await server.context.pool.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0].n;

describe('an address that nobody has confirmed', () => {
  it('books no car, until its owner follows the link of a mail that they can ask for again', async () => {
    const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    const productId = await makeCar(server, seller);
    const bookingRequest = { productId, meetingDate: 'Sat', buyerNumber: '9123 4567' };
    const bookingCountBefore = await countRows('booking');
    const refusal = await call(server, buyer, 'POST', '/api/bookingData', bookingRequest);
    expect([refusal.status, refusal.body.code]).toEqual([403, 'EMAIL_UNCONFIRMED']);
    expect(refusal.body.detail).toContain('confirm your e-mail address');
    expect(await countRows('booking')).toBe(bookingCountBefore);
    await confirmEmailOf(buyer);
    expect((await call(server, buyer, 'POST', '/api/bookingData', bookingRequest)).status).toBe(200);
  });

  it('sells no car: it posts none, publishes no draft and puts no withdrawn one on sale again', async () => {
    const seller = await makeUser(server, 'Seller');
    const imageUrl = await makeImage(server, seller);
    const [draftListingId, withdrawnCarId] = [
      await makeCar(server, seller, { status: 'draft' }),
      await makeCar(server, seller, { status: 'withdrawn', title: 'Amalfi' }),
    ];
    const listingCountBefore = await countRows('listing');
    const answers = [
      await call(server, seller, 'POST', '/api/products', makeProductForm(imageUrl)),
      await call(server, seller, 'POST', '/api/v1/listings', makeListingForm([imageUrl])),
      await call(server, seller, 'POST', '/api/v1/listings', makeListingForm([imageUrl], { status: 'draft' })),
      await call(server, seller, 'POST', `/api/v1/listings/${draftListingId}/publication`, {}),
      await call(server, seller, 'POST', `/api/v1/listings/${withdrawnCarId}/relisting`, {}),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(5).fill([403, 'EMAIL_UNCONFIRMED']));
    expect(await countRows('listing')).toBe(listingCountBefore);
    await confirmEmailOf(seller);
    expect((await call(server, seller, 'POST', '/api/products', makeProductForm(imageUrl))).status).toBe(200);
  });

  it('uploads no picture and no list of cars', async () => {
    const seller = await makeUser(server, 'Seller');
    const uploadCountsBefore = [await countRows('image_upload'), await countRows('import')];
    const image = await makeJpeg(60, 40);
    const refusals = [await upload(server, seller, image), await uploadList(server, seller, carListText)];
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([403, 'EMAIL_UNCONFIRMED']));
    expect([await countRows('image_upload'), await countRows('import')]).toEqual(uploadCountsBefore);
    await confirmEmailOf(seller);
    expect((await upload(server, seller, image)).status).toBe(200);
    expect((await uploadList(server, seller, carListText)).status).toBe(201);
  });

  it('starts no import of a file that was uploaded while the address was confirmed', async () => {
    const seller = await makeUser(server, 'Seller');
    await confirmEmailOf(seller);
    const { _id } = (await uploadList(server, seller, carListText)).body;
    await server.context.pool.query('UPDATE account SET email_verified = false WHERE id = $1', [seller.id]);
    const startAnswer = await call(server, seller, 'POST', `/api/v1/imports/${String(_id)}/start`, {});
    expect([startAnswer.status, startAnswer.body.code]).toEqual([403, 'EMAIL_UNCONFIRMED']);
  });

  it('is the address of an account that an admin makes: an admin cannot confirm it for the owner', async () => {
    const admin = await makeUser(server, 'admin');
    const email = 'typed.by.admin@people.example';
    const signUpFields = {
      name: 'Typed',
      email,
      password: 'Quite!LongWords9',
      role: 'Buyer',
      photoURL: 'https://photos.example/a.jpg',
    };
    expect((await call(server, admin, 'POST', '/api/v1/accounts', signUpFields)).status).toBe(201);
    const accountResult = await server.context.pool.query('SELECT email_verified FROM account WHERE email = $1', [
      email,
    ]);
    expect(accountResult.rows).toEqual([{ email_verified: false }]);
  });
});

it('accounts of the demo count as confirmed', async () => {
  const seller = await makeUser(server, 'Seller');
  await server.context.pool.query('UPDATE account SET is_demo = true WHERE id = $1', [seller.id]);
  const imageUrl = await makeImage(server, seller);
  expect((await call(server, seller, 'POST', '/api/products', makeProductForm(imageUrl))).status).toBe(200);
});

it('a demo server demands no confirmation, any other one does', async () => {
  const { readConfig } = await import('../config.ts');
  expect(readConfig(false, {}).trust.needsConfirmedEmail).toBe(false);
  expect(readConfig(false, { CONFIRMED_EMAIL: 'demanded' }).trust.needsConfirmedEmail).toBe(true);
});

describe('an admin with an address that nobody has confirmed', () => {
  it('may reject requests of other admins, but may approve them only after confirming the address', async () => {
    const [requestingAdmin, secondAdmin] = [await makeUser(server, 'admin'), await makeUser(server, 'admin')];
    const requestConfirmationMail = async (email: string): Promise<string> => {
      const body = { name: 'New', email, password, role: 'admin', photoURL: 'https://photos.example/a.jpg' };
      expect((await call(server, requestingAdmin, 'POST', '/api/v1/accounts', body)).body.status).toBe('waiting');
      const listedApprovals = (await call(server, secondAdmin, 'GET', '/api/v1/approvals')).body as unknown as {
        _id: string;
      }[];
      return listedApprovals[0]?._id ?? '';
    };
    const decideApproval = async (id: string, decision: 'confirmation' | 'rejection') => {
      const { status, body } = await call(server, secondAdmin, 'POST', `/api/v1/approvals/${id}/${decision}`, {});
      return [status, body.code ?? body.state];
    };
    const firstApprovalId = await requestConfirmationMail('wanted@people.example');
    expect(await decideApproval(firstApprovalId, 'confirmation')).toEqual([403, 'EMAIL_UNCONFIRMED']);
    const { rows: approvalRows } = await server.context.pool.query('SELECT state FROM approval WHERE id = $1', [
      firstApprovalId,
    ]);
    expect(approvalRows).toEqual([{ state: 'waiting' }]);
    expect(await decideApproval(firstApprovalId, 'rejection')).toEqual([200, 'rejected']);
    const laterApprovalId = await requestConfirmationMail('again@people.example');
    await confirmEmailOf(secondAdmin);
    expect(await decideApproval(laterApprovalId, 'confirmation')).toEqual([200, 'confirmed']);
  });
});
