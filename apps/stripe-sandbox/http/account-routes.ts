import type { FastifyInstance } from 'fastify';
import { createAccountLink, createLoginLink, presentLink } from '../accounts/account-links.ts';
import type { AccountRecord } from '../accounts/account-records.ts';
import { createAccount, updateAccount } from '../accounts/create-account.ts';
import { presentAccount } from '../accounts/present-account.ts';
import { assertAllowedNames, readRequiredText } from '../params.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { makeAccountInvalidError } from '../stripe-error.ts';
import type { ApiCall } from './api-call.ts';
import { listPage } from './list-page.ts';
import { LIST_PARAMETERS, makeOkAnswer, makeRouteMethods } from './route-methods.ts';

/** Adds the calls of connected accounts, which need the secret key. */
export function addAccountRoutes(app: FastifyInstance, sandbox: SandboxContext): void {
  const { post, get } = makeRouteMethods(app, sandbox);

  post('/v1/accounts', (call) => makeOkAnswer(presentAccount(createAccount(call.step, call.params))));
  get('/v1/accounts', (call) => {
    assertAllowedNames(call.params, LIST_PARAMETERS);
    return makeOkAnswer(listPage(sandbox.recordStore.all('accounts'), call.params, '/v1/accounts', presentAccount));
  });
  get('/v1/accounts/:id', (call) => {
    assertAllowedNames(call.params, []);
    return makeOkAnswer(presentAccount(requireAccount(call, call.id)));
  });
  post('/v1/accounts/:id', (call) =>
    makeOkAnswer(presentAccount(updateAccount(call.step, requireAccount(call, call.id), call.params))),
  );
  post('/v1/accounts/:id/login_links', (call) =>
    makeOkAnswer(presentLink(call.step, createLoginLink(call.step, requireAccount(call, call.id), call.params))),
  );
  post('/v1/account_links', (call) => {
    const account = requireAccount(call, readRequiredText(call.params, 'account'));
    return makeOkAnswer(presentLink(call.step, createAccountLink(call.step, account, call.params)));
  });
}

function requireAccount(call: ApiCall, id: string): AccountRecord {
  const account = call.step.get('accounts', id);
  if (account === undefined) throw makeAccountInvalidError(id);
  return account;
}
