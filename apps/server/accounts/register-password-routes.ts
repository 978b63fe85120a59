import { createFirstAdmin as firstAdminCall } from '@carhouse/contract/first-admin';
import * as contract from '@carhouse/contract/passwords';
import * as sessions from '@carhouse/contract/sessions';
import { listSessions } from '@carhouse/database/accounts/sessions';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { findRequestBucket } from '../http/routing/client-address.ts';
import { mount } from '../http/routing/mount.ts';
import { makeCaller } from '../http/routing/request-identity.ts';
import { findSession, toFetchHeaders } from '../http/routing/session.ts';
import { requestConfirmationLink, requestPasswordResetLink } from './ask-link.ts';
import { changePassword } from './change-password.ts';
import { confirmEmail } from './confirm-email.ts';
import { createFirstAdmin } from './create-first-admin.ts';
import { makeTokenHeaders, presentSession } from './present-session.ts';
import { refuseAccount } from './refuse-account.ts';
import { resetPassword } from './reset-password.ts';
import { revokeOtherSessions, revokeSession } from './revoke-sessions.ts';

/** Routes for passwords, e-mail confirmation, the first admin and the caller's sessions. */
export function registerPasswordRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.askPasswordReset, async ({ body, request }) => {
    await requestPasswordResetLink(context, body.email, findRequestBucket(request));
    return { status: 202, body: { accepted: true } };
  });

  mount(app, contract.resetPassword, async ({ body, request }) => {
    await resetPassword(context, body, findRequestBucket(request));
    return { status: 200, body: { changed: true } };
  });

  mount(app, firstAdminCall, async ({ body, request }) => {
    await createFirstAdmin(context, body, findRequestBucket(request));
    return { status: 201, body: { created: true } };
  });

  mount(app, contract.changePassword, async ({ body, actor, request }) => {
    const token = await changePassword(context, actor, makeCaller(request), body);
    return { status: 200, body: { changed: true }, headers: makeTokenHeaders(token) };
  });

  mount(app, contract.confirmSession, async ({ body, request }) => {
    const headersOfRequest = toFetchHeaders(request);
    const tokenOrSecondStep = await context.identity.confirmSession(
      headersOfRequest,
      body.password,
      makeCaller(request),
    );
    if ('ways' in tokenOrSecondStep) {
      const { token, expiresAt, ways } = tokenOrSecondStep;
      return { status: 202, body: { secondStep: { token, expiresAt: expiresAt.toISOString(), ways: [...ways] } } };
    }
    return { status: 200, body: { confirmed: true }, headers: makeTokenHeaders(tokenOrSecondStep) };
  });

  mount(app, contract.askEmailConfirmation, async ({ actor, request }) => {
    const isConfirmed = (await findSession(request))?.emailVerified === true;
    if (!isConfirmed)
      await requestConfirmationLink(context, { id: actor.accountId, email: actor.email }, findRequestBucket(request));
    return { status: 202, body: { accepted: true } };
  });

  mount(app, contract.confirmEmail, async ({ body, request }) => {
    const { token, password, newPassword } = body;
    const signedInAccountId = (await findSession(request))?.actor.accountId ?? null;
    await confirmEmail(context, { token, password, newPassword, signedInAccountId }, findRequestBucket(request));
    return { status: 200, body: { confirmed: true } };
  });

  mount(app, contract.refuseAccount, async ({ body, request }) => {
    await refuseAccount(context, body.token, findRequestBucket(request));
    return { status: 200, body: { removed: true } };
  });

  mount(app, sessions.ownSessions, async ({ actor }) => {
    const ownSessions = await listSessions(context.database, actor.accountId, context.now());
    return { status: 200, body: { sessions: ownSessions.map((each) => presentSession(each, actor.sessionId)) } };
  });

  mount(app, sessions.endSession, async ({ params, actor }) => {
    await revokeSession(context, actor, params.id);
    return { status: 200, body: { ended: 1 } };
  });

  mount(app, sessions.endOtherSessions, async ({ actor }) => {
    const endedSessionCount = await revokeOtherSessions(context, actor);
    return { status: 200, body: { ended: endedSessionCount } };
  });
}
