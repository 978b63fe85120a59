import * as contract from '@carhouse/contract/accounts';
import { showPerson as showPersonCall } from '@carhouse/contract/person';
import { countAccounts } from '@carhouse/database/accounts/account-lists';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { makeNextLink } from '../http/routing/page-cursor.ts';
import { changeProfile } from './change-profile.ts';
import { createAccount } from './create-account.ts';
import { listUsers } from './list-users.ts';
import { presentAccount, presentListedAccount } from './present-account.ts';
import { reinstateAccount } from './reinstate-account.ts';
import { showPerson } from './show-person.ts';
import { suspendAccount } from './suspend-account.ts';
import { unverifySeller } from './unverify-seller.ts';

/** Routes for admins that the specification does not have, and routes for the caller's own account. */
export function registerAdminRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.updateMe, async ({ body, actor }) => {
    return { status: 200, body: { user: presentAccount(await changeProfile(context, actor, body)) } };
  });

  mount(app, contract.accounts, async ({ query }) => {
    const page = await listUsers(context, query, query);
    const { before: _beforeCursor, ...accountFilter } = query;
    const headers = makeNextLink(contract.accounts.path, page.next, accountFilter);
    return { status: 200, body: page.rows.map(presentListedAccount), headers };
  });

  mount(app, showPersonCall, async ({ params }) => ({ status: 200, body: await showPerson(context, params.id) }));

  mount(app, contract.accountTotals, async () => ({ status: 200, body: await countAccounts(context.database) }));

  mount(app, contract.createAccount, async ({ body, actor, makeId }) => {
    const { id: insertedId, waitsForApproval: isWaitingForApproval } = await createAccount(context, actor, {
      ...body,
      id: makeId(),
    });
    return { status: 201, body: { insertedId, ...(isWaitingForApproval ? { status: 'waiting' as const } : {}) } };
  });

  for (const [call, changeAccount] of [
    [contract.suspendAccount, suspendAccount],
    [contract.reinstateAccount, reinstateAccount],
    [contract.unverifySeller, unverifySeller],
  ] as const) {
    mount(app, call, async ({ params, body, actor }) => {
      const modifiedCount = await changeAccount(context, actor, params.id, body.reason.trim());
      return { status: 200, body: { modifiedCount } };
    });
  }
}
