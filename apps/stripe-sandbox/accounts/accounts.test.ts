import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCardProvider } from '../start-sandbox-card-provider.ts';
import { createSellerAccount, makeSeller, openOnboarding, submitPage } from '../testing/connected-accounts.ts';
import { createSdkClient, PUBLISHABLE_KEY, startTestProvider } from '../testing/start-test-provider.ts';

let provider: SandboxCardProvider;
let stripe: Stripe;

beforeEach(async () => {
  provider = await startTestProvider();
  stripe = createSdkClient(provider);
});
afterEach(() => provider.close());

describe('a connected account', () => {
  it('is created with its controller, read, updated and listed', async () => {
    const account = await createSellerAccount(stripe, { seller_id: 's1' });
    expect(account).toMatchObject({
      object: 'account',
      type: 'express',
      country: 'SG',
      default_currency: 'sgd',
      email: 'ada@example.com',
      capabilities: { transfers: 'inactive' },
      controller: { requirement_collection: 'stripe', stripe_dashboard: { type: 'express' } },
      settings: { payouts: { schedule: { interval: 'manual' } } },
      metadata: { seller_id: 's1' },
      details_submitted: false,
      payouts_enabled: false,
      requirements: { disabled_reason: 'requirements.past_due' },
    });
    expect(account.id).toMatch(/^acct_/);
    expect(account.requirements?.currently_due).toContain('external_account');
    const updatedAccount = await stripe.accounts.update(account.id, { metadata: { seller_id: '', note: 'n' } });
    expect(updatedAccount.metadata).toEqual({ note: 'n' });
    const secondAccount = await createSellerAccount(stripe);
    const newestAccounts = await stripe.accounts.list({ limit: 1 });
    expect(newestAccounts).toMatchObject({ has_more: true, data: [{ id: secondAccount.id }] });
    const { data } = await stripe.accounts.list({ limit: 1, starting_after: secondAccount.id });
    expect(data).toMatchObject([{ id: account.id, metadata: { note: 'n' } }]);
  });

  it.each([
    [{ type: 'express' as const, country: 'US' }, 'country'],
    [{ type: 'custom' as const, country: 'SG' }, 'type'],
    [{ type: 'express' as const, controller: { fees: { payer: 'application' as const } } }, 'type'],
    [{ type: 'express' as const, tos_acceptance: { date: 1 } }, 'tos_acceptance'],
    [{ controller: { losses: { payments: 'application' as const } } }, 'payer'],
  ])('is refused with %j', async (params, refusedParam) => {
    await expect(stripe.accounts.create(params)).rejects.toMatchObject({ statusCode: 400, param: refusedParam });
    expect(provider.account.accounts()).toEqual([]);
  });

  it('is created once under an idempotency key, and after a connection that broke', async () => {
    provider.faults.addApiFault({ kind: 'rst_after_create', on: /^POST \/v1\/accounts$/ });
    const createAccount = () => stripe.accounts.create({ type: 'express' }, { idempotencyKey: 'seller-1' });
    await expect(createAccount()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    provider.faults.clear();
    const account = await createAccount();
    expect(account.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(provider.account.accounts().map(({ id }) => id)).toEqual([account.id]);
  });

  it('is unknown with 403, and needs the secret key', async () => {
    const unknownAccountPromise = stripe.accounts.retrieve('acct_none');
    await expect(unknownAccountPromise).rejects.toBeInstanceOf(Stripe.errors.StripePermissionError);
    await expect(unknownAccountPromise).rejects.toMatchObject({ statusCode: 403, code: 'account_invalid' });
    await expect(stripe.events.list({}, { stripeAccount: 'acct_none' })).rejects.toMatchObject({ statusCode: 403 });
    await expect(createSdkClient(provider, PUBLISHABLE_KEY).accounts.list()).rejects.toMatchObject({ statusCode: 403 });
    const { id } = await createSellerAccount(stripe);
    const directChargePromise = stripe.paymentIntents.create({ amount: 5_000, currency: 'sgd' }, { stripeAccount: id });
    await expect(directChargePromise).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('test values', () => {
  it.each([
    [{}, null, 'active', []],
    [{ dob: '1900-01-01' }, 'listed', 'inactive', []],
    [{ id_number: '111111111' }, 'requirements.past_due', 'inactive', ['individual.id_number']],
    [{ line1: 'address_no_match' }, null, 'active', ['individual.address.line1']],
  ])(
    '%j gives the disabled reason %s, transfers %s and the requirements %j',
    async (changedFields, reason, transfersStatus, expectedRequirements) => {
      expect(await makeSeller(stripe, changedFields)).toMatchObject({
        details_submitted: true,
        payouts_enabled: reason === null,
        capabilities: { transfers: transfersStatus },
        requirements: { disabled_reason: reason, currently_due: expectedRequirements },
      });
    },
  );

  it('let a check of the identity number take a moment', async () => {
    provider.delayedChangeControl.hold();
    const pendingSeller = await makeSeller(stripe, { id_number: '000000000' });
    expect(pendingSeller).toMatchObject({
      payouts_enabled: false,
      capabilities: { transfers: 'pending' },
      requirements: {
        disabled_reason: 'requirements.pending_verification',
        pending_verification: ['individual.id_number'],
        past_due: [],
      },
    });
    expect(await provider.delayedChangeControl.settle(pendingSeller.id)).toBe(1);
    expect(await stripe.accounts.retrieve(pendingSeller.id)).toMatchObject({
      payouts_enabled: true,
      capabilities: { transfers: 'active' },
    });
    expect(await provider.delayedChangeControl.settle()).toBe(0);
  });

  it('restrict an account until its owner completes the page again', async () => {
    const { id } = await makeSeller(stripe);
    await provider.accountControl.restrict(id);
    expect(await stripe.accounts.retrieve(id)).toMatchObject({
      details_submitted: true,
      payouts_enabled: false,
      capabilities: { transfers: 'inactive' },
      requirements: {
        disabled_reason: 'requirements.past_due',
        past_due: ['individual.verification.document'],
      },
    });
    await submitPage(await openOnboarding(stripe, id), { action: 'submit' });
    expect(await stripe.accounts.retrieve(id)).toMatchObject({ payouts_enabled: true });
    await provider.accountControl.restrict(id, { reason: 'rejected.fraud', due: [] });
    await submitPage(await openOnboarding(stripe, id), { action: 'submit' });
    expect(await stripe.accounts.retrieve(id)).toMatchObject({ requirements: { disabled_reason: 'rejected.fraud' } });
    await provider.accountControl.lift(id);
    expect(await stripe.accounts.retrieve(id)).toMatchObject({ requirements: { disabled_reason: null } });
  });
});
