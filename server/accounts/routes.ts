import * as wire from '@carhouse/contract/accounts';
import { findAccount } from '@carhouse/database/accounts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/mount.ts';
import { chooseRole } from './choose-role.ts';
import { presentAccount } from './present-account.ts';
import { showAccount } from './show-account.ts';

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
}
