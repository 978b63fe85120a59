import * as contract from '@carhouse/contract/payout-accounts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { findRequestBucket } from '../http/routing/client-address.ts';
import { mount } from '../http/routing/mount.ts';
import { askPayoutConfirmation } from './ask-payout-confirmation.ts';
import { confirmPayouts } from './confirm-payouts.ts';
import { openProviderPage } from './open-provider-page.ts';
import { presentPayoutAccount } from './present-payout-account.ts';
import { checkPayoutAccount, showPayoutAccount } from './show-payout-account.ts';
import { startOnboarding } from './start-onboarding.ts';

/** Routes for a seller's payout account at the payment provider. */
export function registerPayoutAccountRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.showPayoutAccount, async ({ actor }) => ({
    status: 200,
    body: presentPayoutAccount(await showPayoutAccount(context, actor)),
  }));

  mount(app, contract.checkPayoutAccount, async ({ actor }) => ({
    status: 200,
    body: presentPayoutAccount(await checkPayoutAccount(context, actor)),
  }));

  mount(app, contract.askPayoutConfirmation, async ({ actor, request }) => {
    await askPayoutConfirmation(context, actor, findRequestBucket(request));
    return { status: 202, body: { accepted: true } };
  });

  mount(app, contract.confirmPayouts, async ({ body, actor, request }) => {
    await confirmPayouts(context, actor, body.token, findRequestBucket(request));
    return { status: 200, body: { confirmed: true } };
  });

  mount(app, contract.startOnboarding, async ({ actor }) => ({
    status: 200,
    body: { url: await startOnboarding(context, actor) },
  }));

  mount(app, contract.openProviderPage, async ({ actor }) => ({
    status: 200,
    body: { url: await openProviderPage(context, actor) },
  }));
}
