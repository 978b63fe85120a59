import type { Context } from '../context.ts';
import { sandboxProviderPath } from '../http/routing/provider-paths.ts';
import { readPayoutAccount } from '../payout-accounts/read-payout-account.ts';
import { makeManyUsers, type SignedInUser } from './many-users.ts';
import type { PayoutTestbed } from './payout-testbed.ts';

type PaidSellersTestbed = Pick<PayoutTestbed, 'pool' | 'context' | 'sandbox' | 'sessionSecret'>;

/**
 * Makes sellers whose accounts at the provider are active, for races. The mailed confirmation and the second factor are
 * left out; payout-seller.ts makes a seller as the screens do.
 * @param bankNumbers numbers of bank accounts, given to the sellers in turn.
 */
export async function makeManyPaidSellers(
  testbed: PaidSellersTestbed,
  count: number,
  bankNumbers: readonly string[],
): Promise<readonly SignedInUser[]> {
  const { pool, context } = testbed;
  const sellers = await makeManyUsers(pool, testbed.sessionSecret, 'Seller', count);
  for (const [index, seller] of sellers.entries()) {
    const idempotencyKey = `account-${seller.id}`;
    const account = await context.payoutProvider.createAccount({ sellerId: seller.id, idempotencyKey });
    const [returnUrl, refreshUrl] = ['http://127.0.0.1:3000/done', 'http://127.0.0.1:3000/again'];
    const onboardingLink = await context.payoutProvider.createOnboardingLink({ ...account, returnUrl, refreshUrl });
    await sendProviderForm(testbed, onboardingLink, 'fill', bankNumbers[index % bankNumbers.length] ?? '');
    await pool.query(
      `INSERT INTO payout_account (seller_id, state, provider_account_id, idempotency_key, confirmed_at, started_at, created_at,
         state_since)
       VALUES ($1, 'onboarding', $2, $3, now(), now(), now(), now())`,
      [seller.id, account.accountId, idempotencyKey],
    );
    await readPayoutAccount(context, seller.id as Parameters<typeof readPayoutAccount>[1]);
  }
  return sellers;
}

/** Gives a connected account another bank account, as its seller does on the provider's page. */
export async function replaceBank(testbed: PaidSellersTestbed, accountId: string, bankNumber: string): Promise<void> {
  await sendProviderForm(testbed, await testbed.context.payoutProvider.createLoginLink(accountId), 'bank', bankNumber);
}

async function sendProviderForm(
  { sandbox }: { readonly sandbox: Pick<PayoutTestbed['sandbox'], 'url'>; readonly context: Context },
  onboardingLink: string,
  action: 'fill' | 'bank',
  accountNumber: string,
): Promise<void> {
  const toSandboxUrl = (address: URL): string => `${sandbox.url}${address.pathname.replace(sandboxProviderPath, '')}`;
  const formPage = await fetch(toSandboxUrl(new URL(onboardingLink)), { redirect: 'manual' });
  const formUrl = new URL(formPage.headers.get('location') ?? '', onboardingLink);
  const body = new URLSearchParams({ action, account_number: accountNumber });
  const answer = await fetch(toSandboxUrl(formUrl), { method: 'POST', body, redirect: 'manual' });
  if (answer.status >= 400) throw new Error(`The provider's form answered ${answer.status}.`);
}
