import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxCardProvider } from '../start-sandbox-card-provider.ts';
import { confirmAsBrowser, createSdkClient, startTestProvider } from '../testing/start-test-provider.ts';
import { testCards } from './cards.ts';
import { passesLuhn } from './read-card.ts';

let provider: SandboxCardProvider;

beforeAll(async () => {
  provider = await startTestProvider({ now: () => new Date('2026-08-15T00:00:00Z') });
});
afterAll(() => provider.close());

const createIntent = () => createSdkClient(provider).paymentIntents.create({ amount: 5_000, currency: 'sgd' });

async function answerChallenge(challengeUrl: string, challengeResult: 'complete' | 'fail') {
  const page = await fetch(challengeUrl);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const answer = await fetch(challengeUrl, { method: 'POST', body: new URLSearchParams({ result: challengeResult }) });
  expect(answer.status).toBe(200);
}

describe('the card table', () => {
  it('holds each number once, with a valid check digit', () => {
    expect(new Set(testCards.map((cardRow) => cardRow.number)).size).toBe(testCards.length);
    expect(testCards.filter((cardRow) => !passesLuhn(cardRow.number))).toEqual([]);
  });

  const cardsWithoutChallenge = testCards.filter((cardRow) => cardRow.authentication === 'none');
  it.each(cardsWithoutChallenge.filter((cardRow) => cardRow.decline === null))(
    'charges $number ($brand)',
    async (cardRow) => {
      const intent = await createIntent();
      expect(await confirmAsBrowser(provider, intent, cardRow)).toMatchObject({
        status: 200,
        body: { status: 'succeeded' },
      });
      const paidIntent = await createSdkClient(provider).paymentIntents.retrieve(intent.id, {
        expand: ['latest_charge'],
      });
      expect(paidIntent.latest_charge).toMatchObject({
        payment_method_details: { card: { brand: cardRow.brand, last4: cardRow.number.slice(-4) } },
      });
    },
  );

  it.each(cardsWithoutChallenge.filter((cardRow) => cardRow.decline !== null))(
    'declines $number: $decline.code $decline.declineCode',
    async (cardRow) => {
      const intent = await createIntent();
      const { status, body } = await confirmAsBrowser(provider, intent, cardRow);
      expect(status).toBe(402);
      expect(body.error).toMatchObject({
        type: 'card_error',
        code: cardRow.decline?.code,
        message: cardRow.decline?.message,
        payment_intent: { status: 'requires_payment_method', last_payment_error: { code: cardRow.decline?.code } },
      });
      expect(body.error?.decline_code ?? null).toBe(cardRow.decline?.declineCode);
    },
  );

  const cardsWithChallenge = testCards.filter((cardRow) => cardRow.authentication === 'required');
  it.each(cardsWithChallenge)(
    'asks for authentication of $number, then has the result in the card table',
    async (cardRow) => {
      const intent = await createIntent();
      const { body } = await confirmAsBrowser(provider, intent, cardRow);
      expect(body).toMatchObject({
        status: 'requires_action',
        next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
      });
      const challengeUrl = body.next_action?.use_stripe_sdk.stripe_js ?? '';
      await answerChallenge(challengeUrl, 'complete');
      const intentAfter = await createSdkClient(provider).paymentIntents.retrieve(intent.id);
      expect(intentAfter.status).toBe(cardRow.decline === null ? 'succeeded' : 'requires_payment_method');
      expect(intentAfter.last_payment_error?.decline_code).toBe(cardRow.decline?.declineCode);
      expect((await fetch(challengeUrl, { method: 'POST', body: 'result=complete' })).status).toBe(410);
    },
  );
});

describe('3-D Secure', () => {
  it('needs another card after a failed authentication, without a charge', async () => {
    const intent = await createIntent();
    const chargeCountBefore = provider.account.charges().length;
    const { body } = await confirmAsBrowser(provider, intent, { number: '4000002760003184' });
    await answerChallenge(body.next_action?.use_stripe_sdk.stripe_js ?? '', 'fail');
    expect(await createSdkClient(provider).paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    expect(provider.account.charges()).toHaveLength(chargeCountBefore);
  });

  it('ends an older challenge when the buyer tries another card, and when the intent is canceled', async () => {
    const intent = await createIntent();
    const firstConfirmation = await confirmAsBrowser(provider, intent, { number: '4000002760003184' });
    const secondConfirmation = await confirmAsBrowser(provider, intent, { number: '4000002500003155' });
    expect((await fetch(firstConfirmation.body.next_action?.use_stripe_sdk.stripe_js ?? '')).status).toBe(410);
    await createSdkClient(provider).paymentIntents.cancel(intent.id);
    const lateChallengeUrl = secondConfirmation.body.next_action?.use_stripe_sdk.stripe_js ?? '';
    expect((await fetch(lateChallengeUrl, { method: 'POST', body: 'result=complete' })).status).toBe(410);
    expect((await createSdkClient(provider).paymentIntents.retrieve(intent.id)).status).toBe('canceled');
  });
});

describe('invalid card data', () => {
  it.each([
    [{ number: '4242424242424241' }, 'incorrect_number', 'Your card number is incorrect.'],
    [{ number: 'abcd' }, 'invalid_number', 'The card number is not a valid credit card number.'],
    [
      { number: '4242424242424242', exp_month: '13' },
      'invalid_expiry_month',
      "Your card's expiration month is invalid.",
    ],
    [
      { number: '4242424242424242', exp_month: '07', exp_year: '26' },
      'invalid_expiry_month',
      "Your card's expiration month is invalid.",
    ],
    [{ number: '4242424242424242', exp_year: '95' }, 'invalid_expiry_year', "Your card's expiration year is invalid."],
    [
      { number: '4242424242424242', exp_year: '2025' },
      'invalid_expiry_year',
      "Your card's expiration year is invalid.",
    ],
    [{ number: '4242424242424242', cvc: '99' }, 'invalid_cvc', "Your card's security code is invalid."],
    [{ number: '378282246310005', cvc: '123' }, 'invalid_cvc', "Your card's security code is invalid."],
  ])('refuses %j and leaves the intent as it was', async (card, code, message) => {
    const intent = await createIntent();
    const { status, body } = await confirmAsBrowser(provider, intent, card);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, message });
    expect((await createSdkClient(provider).paymentIntents.retrieve(intent.id)).last_payment_error).toBeNull();
  });

  it('accepts the current month as the expiry month', async () => {
    const card = { number: '4242 4242 4242 4242', exp_month: '8', exp_year: '26' };
    expect((await confirmAsBrowser(provider, await createIntent(), card)).status).toBe(200);
  });

  it('declines a number that is not a test card, and stores only its last four digits', async () => {
    const { body } = await confirmAsBrowser(provider, await createIntent(), { number: '4111111111111111' });
    expect(body.error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' });
    expect(JSON.stringify([provider.account.intents(), provider.account.events()])).not.toContain('4111111111111111');
  });

  it('charges the card with the wrong security code when no code was sent', async () => {
    const card = { number: '4000000000000127', cvc: '' };
    expect((await confirmAsBrowser(provider, await createIntent(), card)).status).toBe(200);
  });
});
