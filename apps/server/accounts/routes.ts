import * as contract from '@carhouse/contract/accounts';
import { deleteMe, exportMe } from '@carhouse/contract/personal-data';
import { findAccount } from '@carhouse/database/accounts/accounts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { makeNextLink } from '../http/routing/page-cursor.ts';
import { findSession } from '../http/routing/session.ts';
import { chooseRole } from './choose-role.ts';
import { deleteAccount } from './delete-account.ts';
import { deleteOwnAccount } from './delete-own-account.ts';
import { exportAccount } from './export-account.ts';
import { findSignUpNetwork } from './find-network.ts';
import { listUsers } from './list-users.ts';
import { presentAccount, presentListedAccount } from './present-account.ts';
import { presentExport } from './present-export.ts';
import { registerAdminRoutes } from './register-admin-routes.ts';
import { showAccount } from './show-account.ts';
import { verifySeller } from './verify-seller.ts';

export function registerAccountRoutes(app: FastifyInstance, context: Context): void {
  registerAdminRoutes(app, context);

  mount(app, contract.getUser, async ({ params, actor, request }) => {
    const account = await showAccount(context, actor, params.email);
    if (account.id !== actor.accountId) await app.auditRead(actor.accountId, contract.getUser.path, request.url);
    return { status: 200, body: [presentAccount(account)] };
  });

  mount(app, contract.postUser, async ({ body, actor, request }) => {
    const insertedId = await chooseRole(context, actor, body, findSignUpNetwork(context, request));
    return { status: 200, body: { acknowledged: true, insertedId } };
  });

  mount(app, contract.me, async ({ actor, request }) => {
    const session = await findSession(request);
    const account = actor === null ? undefined : await findAccount(context.database, actor.accountId);
    if (account === undefined || session === null) return { status: 200, body: { user: null } };
    const { emailVerified: emailConfirmed, mustChangePassword, mustAddSecondFactor } = session;
    const pendingDuties = { mustChangePassword, mustAddSecondFactor };
    return {
      status: 200,
      body: {
        user: { ...presentAccount(account), sellerKind: account.sellerKind, emailConfirmed, ...pendingDuties },
      },
    };
  });

  for (const [call, role] of [
    [contract.sellers, 'Seller'],
    [contract.buyers, 'Buyer'],
  ] as const) {
    mount(app, call, async ({ query }) => {
      const { before, ...accountFilter } = query;
      const page = await listUsers(context, { role, ...accountFilter }, { before, limit: accountFilter.limit });
      const headers = makeNextLink(call.path, page.next, accountFilter);
      return { status: 200, body: page.rows.map(presentListedAccount), headers };
    });
  }

  mount(app, contract.deleteBuyer, async ({ params, actor }) => {
    const deletedCount = await deleteAccount(context, actor, params.id, 'Buyer');
    return { status: 200, body: { acknowledged: true, deletedCount } };
  });

  mount(app, contract.deleteSeller, async ({ params, actor }) => {
    const deletedCount = await deleteAccount(context, actor, params.id, 'Seller');
    return { status: 200, body: { acknowledged: true, deletedCount } };
  });

  mount(app, contract.verifySeller, async ({ params, actor }) => {
    const modifiedCount = await verifySeller(context, actor, params.id);
    return { status: 200, body: { acknowledged: true, modifiedCount } };
  });

  mount(app, exportMe, async ({ actor }) => {
    const data = await exportAccount(context, actor);
    return {
      status: 200,
      body: presentExport(data, actor.accountId, context.now()),
      headers: { 'content-disposition': 'attachment; filename="car-house-export.json"' },
    };
  });

  mount(app, deleteMe, async ({ body, actor, request }) => {
    return { status: 200, body: { deletedCount: await deleteOwnAccount(context, actor, body.password, request) } };
  });
}
