import * as contract from '@carhouse/contract/credentials';
import { listCredentials } from '@carhouse/database/accounts/credentials';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { readIdentity } from '../http/routing/request-identity.ts';
import { findSession } from '../http/routing/session.ts';
import { assertFactorProved } from '../second-factor/authorise-factor-change.ts';
import { findSignUpNetwork } from './find-network.ts';
import { presentCredential } from './present-credential.ts';
import { makeTokenHeaders } from './present-session.ts';
import { registerGoogleBuyer } from './register-google-buyer.ts';
import { removeCredential } from './remove-credential.ts';

/** Routes for the sign-in providers of the server and the sign-in methods of the caller's account. */
export function registerCredentialRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.signInProviders, async () => {
    const providers = context.config.openid.map(({ id, name }) => ({ id, name }));
    return { status: 200, body: { providers, passkeys: context.identity.passkeys.arePasskeysPossible } };
  });

  mount(app, contract.googleBuyer, async ({ request }) => {
    const insertedId = await registerGoogleBuyer(
      context,
      await findSession(request),
      findSignUpNetwork(context, request),
    );
    return { status: 200, body: { acknowledged: true, insertedId } };
  });

  mount(app, contract.signInMethods, async ({ actor }) => {
    const credentials = await listCredentials(context.database, actor.accountId);
    return { status: 200, body: { credentials: credentials.flatMap(presentCredential) } };
  });

  mount(app, contract.connectProvider, async ({ params, actor, request }) => {
    await assertFactorProved(context, context.database, actor);
    const { url, cookie } = await context.identity.startConnecting(readIdentity(request.raw), params.provider);
    return { status: 200, body: { url }, headers: { 'set-cookie': cookie } };
  });

  mount(app, contract.disconnectProvider, async ({ params, actor }) => {
    const token = await removeCredential(context, actor, params.provider);
    const deletedCount = token === undefined ? 0 : 1;
    return { status: 200, body: { acknowledged: true, deletedCount }, headers: makeTokenHeaders(token) };
  });
}
