import * as wire from '@carhouse/contract/accounts';
import { findAccount } from '@carhouse/database/accounts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/mount.ts';
import { nextLink } from '../http/page-cursor.ts';
import { chooseRole } from './choose-role.ts';
import { deleteAccount } from './delete-account.ts';
import { listPeople } from './list-people.ts';
import { presentAccount } from './present-account.ts';
import { showAccount } from './show-account.ts';
import { verifySeller } from './verify-seller.ts';

export function registerAccountRoutes(app: FastifyInstance, context: Context): void {
  mount(
    app,
    wire.getUser,
  )(async ({ params, actor }) => {
    const account = await showAccount(context, actor, params.email);
    return { status: 200, body: [presentAccount(account)] };
  });

  mount(
    app,
    wire.postUser,
  )(async ({ body, actor }) => {
    const insertedId = await chooseRole(context, actor, body);
    return { status: 200, body: { acknowledged: true, insertedId } };
  });

  mount(
    app,
    wire.me,
  )(async ({ actor }) => {
    const account = actor === null ? undefined : await findAccount(context.database, actor.accountId);
    return { status: 200, body: { user: account === undefined ? null : presentAccount(account) } };
  });

  for (const [call, role] of [
    [wire.sellers, 'Seller'],
    [wire.buyers, 'Buyer'],
  ] as const) {
    mount(
      app,
      call,
    )(async ({ query }) => {
      const page = await listPeople(context, role, query.before);
      return { status: 200, body: page.rows.map(presentAccount), headers: nextLink(call.path, page.next) };
    });
  }

  mount(
    app,
    wire.deleteBuyer,
  )(async ({ params, actor }) => {
    const deletedCount = await deleteAccount(context, actor, params.id, 'Buyer');
    return { status: 200, body: { acknowledged: true, deletedCount } };
  });

  mount(
    app,
    wire.deleteSeller,
  )(async ({ params, actor }) => {
    const deletedCount = await deleteAccount(context, actor, params.id, 'Seller');
    return { status: 200, body: { acknowledged: true, deletedCount } };
  });

  mount(
    app,
    wire.verifySeller,
  )(async ({ params, actor }) => {
    const modifiedCount = await verifySeller(context, actor, params.id);
    return { status: 200, body: { acknowledged: true, modifiedCount } };
  });
}
