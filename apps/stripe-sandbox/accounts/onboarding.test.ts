import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCardProvider } from '../start-sandbox-card-provider.ts';
import {
  createSellerAccount,
  makeSeller,
  openOnboarding,
  openPage,
  REFRESH_URL,
  RETURN_URL,
  submitPage,
} from '../testing/connected-accounts.ts';
import {
  createSdkClient,
  startTestProvider,
  startWebhookReceiver,
  WEBHOOK_SECRET,
} from '../testing/start-test-provider.ts';

let provider: SandboxCardProvider;
let stripe: Stripe;
let nowSeconds: number;

beforeEach(async () => {
  nowSeconds = Math.floor(Date.now() / 1000);
  provider = await startTestProvider({ now: () => new Date(nowSeconds * 1000) });
  stripe = createSdkClient(provider);
});
afterEach(() => provider.close());

const createLink = (account: string) =>
  stripe.accountLinks.create({
    account,
    type: 'account_onboarding',
    refresh_url: REFRESH_URL,
    return_url: RETURN_URL,
  });

const person = {
  first_name: 'Ada',
  last_name: '<b>Seller</b>',
  phone: '+65 8123 4567',
  dob: '1990-05-04',
  line1: '1 Raffles Place',
  postal_code: '048616',
  id_number: '222222222',
};
const bankDetails = { routing_number: '1100-000', account_number: '000123456' };

describe('an onboarding link', () => {
  it('opens a page once, and leads to the refresh URL after that', async () => {
    const { id } = await createSellerAccount(stripe);
    const link = await createLink(id);
    expect(link).toMatchObject({ object: 'account_link', created: nowSeconds, expires_at: nowSeconds + 300 });
    const firstOpening = await openPage(link.url);
    expect(firstOpening.status).toBe(303);
    const page = await openPage(firstOpening.location);
    expect([page.status, page.html]).toEqual([200, expect.stringContaining('name="account_number"')]);
    expect(await openPage(link.url)).toMatchObject({ status: 303, location: REFRESH_URL });
    expect((await openPage(firstOpening.location)).status).toBe(200);
    nowSeconds += 3_600;
    expect((await openPage(firstOpening.location)).status).toBe(410);
  });

  it('leads to the refresh URL when it has expired', async () => {
    const link = await createLink((await createSellerAccount(stripe)).id);
    nowSeconds += 300;
    expect(await openPage(link.url)).toMatchObject({ status: 303, location: REFRESH_URL });
  });

  it.each([
    [{ type: 'account_update' as const }, 'type'],
    [{ return_url: 'payouts' }, 'return_url'],
    [{ return_url: 'javascript:alert(1)' }, 'return_url'],
    [{ refresh_url: '' }, 'refresh_url'],
  ])('is refused with %j', async (wrongParams, param) => {
    const account = (await createSellerAccount(stripe)).id;
    const params = { account, type: 'account_onboarding' as const, refresh_url: REFRESH_URL, return_url: RETURN_URL };
    await expect(stripe.accountLinks.create({ ...params, ...wrongParams })).rejects.toMatchObject({
      statusCode: 400,
      param,
    });
  });

  it('names the shop’s own origin when browsers reach the provider through the shop', async () => {
    const sharedProvider = await startTestProvider({ basePath: '/sandbox-card-provider' });
    try {
      const { id } = await createSellerAccount(createSdkClient(sharedProvider));
      const { url } = await createSdkClient(sharedProvider).accountLinks.create({
        account: id,
        type: 'account_onboarding',
        refresh_url: REFRESH_URL,
        return_url: RETURN_URL,
      });
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/sandbox-card-provider\/connect\/setup\/link_/);
    } finally {
      await sharedProvider.close();
    }
  });
});

describe('the onboarding page', () => {
  it('completes an account, and shows what a person has entered as text', async () => {
    const { id } = await createSellerAccount(stripe);
    const page = await openOnboarding(stripe, id);
    const incompleteResponse = await submitPage(page, { ...person, action: 'submit' });
    expect(incompleteResponse).toMatchObject({ status: 422, location: null });
    expect(incompleteResponse.html).toContain('id="account_number-fault"');
    expect(incompleteResponse.html).toContain('&lt;b&gt;Seller&lt;/b&gt;');
    expect(incompleteResponse.html).not.toContain('<b>Seller');
    expect((await stripe.accounts.retrieve(id)).details_submitted).toBe(false);
    expect(await submitPage(page, { ...bankDetails, agree: 'on', action: 'submit' })).toMatchObject({
      status: 303,
      location: RETURN_URL,
    });
    expect(await stripe.accounts.retrieve(id)).toMatchObject({
      details_submitted: true,
      payouts_enabled: true,
      capabilities: { transfers: 'active' },
      requirements: { currently_due: [], past_due: [], disabled_reason: null },
      external_accounts: { data: [{ object: 'bank_account', last4: '3456', routing_number: '1100-000' }] },
    });
  });

  it('can be left incomplete, and goes on later', async () => {
    const { id } = await createSellerAccount(stripe);
    expect(await submitPage(await openOnboarding(stripe, id), { ...person, action: 'leave' })).toMatchObject({
      status: 303,
      location: RETURN_URL,
    });
    const account = await stripe.accounts.retrieve(id);
    expect(account).toMatchObject({ details_submitted: false, capabilities: { transfers: 'inactive' } });
    expect(account.requirements?.past_due).toEqual(['external_account', 'tos_acceptance.date', 'tos_acceptance.ip']);
    await submitPage(await openOnboarding(stripe, id), { action: 'fill' });
    expect((await stripe.accounts.retrieve(id)).payouts_enabled).toBe(true);
  });

  it.each([
    ['account_number', '123456789'],
    ['routing_number', '7171-001'],
    ['id_number', 'S1234567D'],
    ['dob', '2020-01-01'],
    ['dob', '1990-02-30'],
    ['postal_code', '12'],
    ['email', 'nobody'],
  ])('does not store %s %s', async (field, value) => {
    const { id } = await createSellerAccount(stripe);
    const submissionResponse = await submitPage(await openOnboarding(stripe, id), {
      ...person,
      ...bankDetails,
      agree: 'on',
      [field]: value,
      action: 'submit',
    });
    expect(submissionResponse.status).toBe(422);
    expect(submissionResponse.html).toContain(`id="${field}-fault"`);
    expect(await stripe.accounts.retrieve(id)).toMatchObject({ details_submitted: false, email: 'ada@example.com' });
  });

  it('takes a limited number of answers, because each is recorded', async () => {
    const { id } = await createSellerAccount(stripe);
    const page = await openOnboarding(stripe, id);
    for (let submissionIndex = 0; submissionIndex < 50; submissionIndex += 1)
      expect((await submitPage(page, { action: 'submit' })).status).toBe(422);
    expect((await submitPage(page, { action: 'submit' })).status).toBe(429);
  });

  it('is announced by an event that names the account', async () => {
    const webhookReceiver = await startWebhookReceiver();
    provider.setWebhookUrl(webhookReceiver.url);
    const { id } = await makeSeller(stripe);
    await webhookReceiver.waitUntil((receivedRequests) =>
      receivedRequests.some(({ body }) => body.includes('"details_submitted": true')),
    );
    const events = webhookReceiver.received.map(({ body, signature }) =>
      stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET, Number.MAX_SAFE_INTEGER),
    );
    expect(events.map((event) => [event.type, event.account])).toContainEqual(['account.updated', id]);
    expect(events.map((event) => event.type)).toContain('account.external_account.created');
    expect((await stripe.events.list({ type: 'account.updated' })).data).toEqual([]);
    const { data } = await stripe.events.list({ type: 'account.updated' }, { stripeAccount: id });
    expect(data[0]).toMatchObject({ account: id, data: { object: { id, payouts_enabled: true } } });
    await expect(stripe.events.retrieve(data[0]?.id ?? '')).rejects.toMatchObject({ statusCode: 404 });
    await webhookReceiver.close();
  });
});

describe('a login link', () => {
  it('opens a page on which the bank account can be changed', async () => {
    const { id } = await makeSeller(stripe);
    const link = await stripe.accounts.createLoginLink(id);
    expect(link.object).toBe('login_link');
    const page = (await openPage(link.url)).location;
    expect((await openPage(page)).html).toContain('ending in 3456');
    expect((await submitPage(page, { account_number: '12345', action: 'bank' })).status).toBe(422);
    expect((await submitPage(page, { account_number: '111111113', action: 'bank' })).html).toContain('ending in 1113');
    expect(await stripe.accounts.retrieve(id)).toMatchObject({ external_accounts: { data: [{ last4: '1113' }] } });
    expect((await openPage(link.url)).status).toBe(410);
  });

  it('lets its owner try a restriction', async () => {
    const { id } = await makeSeller(stripe);
    const page = (await openPage((await stripe.accounts.createLoginLink(id)).url)).location;
    await submitPage(page, { action: 'restrict' });
    expect((await stripe.accounts.retrieve(id)).payouts_enabled).toBe(false);
    await submitPage(page, { action: 'lift' });
    expect((await stripe.accounts.retrieve(id)).payouts_enabled).toBe(true);
  });

  it('is refused before the onboarding is complete', async () => {
    const { id } = await createSellerAccount(stripe);
    await expect(stripe.accounts.createLoginLink(id)).rejects.toMatchObject({ statusCode: 400 });
  });
});
