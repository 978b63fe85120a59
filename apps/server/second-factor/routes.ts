import * as contract from '@carhouse/contract/factors';
import { listPasskeys } from '@carhouse/database/accounts/passkeys';
import { mustKeepFactor, readFactors } from '@carhouse/database/accounts/second-factors';
import type { Actor, SessionId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance } from 'fastify';
import { makeTokenHeaders } from '../accounts/present-session.ts';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { makeCaller } from '../http/routing/request-identity.ts';
import { addApp, startAppDraft } from './add-app.ts';
import { addPasskey, getPasskeyOptions } from './add-passkey.ts';
import { changePasskey } from './change-passkey.ts';
import { presentFactors } from './present-factors.ts';
import { removeApp, removePasskey } from './remove-factor.ts';
import { replaceRecoveryCodes } from './replace-recovery-codes.ts';
import { resetFactors } from './reset-factors.ts';

/** Routes for the caller's second factors, and for their reset by an admin. */
export function registerFactorRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.ownSecondFactors, async ({ actor: { accountId } }) => {
    const { database, identity } = context;
    const [factors, passkeys, isRequired] = await Promise.all([
      readFactors(database, accountId),
      listPasskeys(database, accountId),
      mustKeepFactor(database, accountId),
    ]);
    const facts = { required: isRequired, passkeysPossible: identity.passkeys.arePasskeysPossible };
    return { status: 200, body: presentFactors(factors, passkeys, facts) };
  });

  mount(app, contract.factorProofOptions, async ({ actor }) => {
    const { ways, passkey } = await context.identity.getFactorProofOptions(requireSessionKey(actor));
    return { status: 200, body: { ways: [...ways], passkey: passkey === null ? null : { ...passkey } } };
  });

  mount(app, contract.proveFactor, async ({ body, actor, request }) => {
    const { bucket } = makeCaller(request);
    const token = await context.identity.proveFactor(requireSessionKey(actor), body, { bucket });
    return { status: 200, body: { proved: true }, headers: makeTokenHeaders(token) };
  });

  mount(app, contract.draftApp, async ({ actor }) => {
    const { secret, uri } = await startAppDraft(context, actor);
    return { status: 200, body: { secret, uri } };
  });

  mount(app, contract.addApp, async ({ body, actor }) => {
    const { recoveryCodes, token } = await addApp(context, actor, body.code);
    return { status: 200, body: { recoveryCodes: [...recoveryCodes] }, headers: makeTokenHeaders(token) };
  });

  mount(app, contract.removeApp, async ({ actor }) => {
    return { status: 200, body: { deletedCount: await removeApp(context, actor) } };
  });

  mount(app, contract.passkeyOptions, async ({ actor }) => {
    return { status: 200, body: { options: { ...(await getPasskeyOptions(context, actor)) } } };
  });

  mount(app, contract.addPasskey, async ({ body, actor }) => {
    const { id, recoveryCodes, token } = await addPasskey(context, actor, { name: body.name, response: body.passkey });
    return { status: 200, body: { _id: id, recoveryCodes: [...recoveryCodes] }, headers: makeTokenHeaders(token) };
  });

  mount(app, contract.renamePasskey, async ({ params, body, actor }) => {
    await changePasskey(context, actor, params.id, body.name);
    return { status: 200, body: { modifiedCount: 1 } };
  });

  mount(app, contract.removePasskey, async ({ params, actor }) => {
    return { status: 200, body: { deletedCount: await removePasskey(context, actor, params.id) } };
  });

  mount(app, contract.renewRecoveryCodes, async ({ actor }) => {
    return { status: 200, body: { recoveryCodes: [...(await replaceRecoveryCodes(context, actor))] } };
  });

  mount(app, contract.resetFactors, async ({ params, actor }) => {
    return { status: 200, body: { modifiedCount: await resetFactors(context, actor, params.id) } };
  });
}

/** Returns the ids of the caller's session and account. Every caller of a route for signed-in users has a session. */
function requireSessionKey({ accountId, sessionId }: Actor): {
  readonly accountId: Actor['accountId'];
  readonly id: SessionId;
} {
  if (sessionId === null) throw new DomainError('UNAUTHENTICATED');
  return { accountId, id: sessionId };
}
