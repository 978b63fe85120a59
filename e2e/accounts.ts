import { randomBytes, randomInt } from 'node:crypto';
import { createAccount } from '@carhouse/contract/accounts';
import type { Role } from '@carhouse/core/account/account';
import { type APIRequestContext, request } from '@playwright/test';
import { demoAdmin, demoPassword } from './people.ts';

export type MadeAccount = { readonly id: string; readonly name: string; readonly email: string };

/** The password of everybody made here: to be changed at the first sign-in. */
export const firstPassword = 'First!Pass1Word';

/** Does something over the wire as the admin of the demo. */
export async function asAdmin<Result>(act: (admin: APIRequestContext) => Promise<Result>): Promise<Result> {
  const url = process.env.CARHOUSE_URL ?? '';
  const home = `198.18.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  const admin = await request.newContext({
    baseURL: url,
    extraHTTPHeaders: { origin: url, 'x-forwarded-for': home },
  });
  try {
    const data = { email: demoAdmin, password: demoPassword };
    const answer = await admin.post('/api/auth/sign-in/email', { data });
    if (!answer.ok()) throw new Error(`The admin cannot sign in: ${answer.status()}`);
    return await act(admin);
  } finally {
    await admin.dispose();
  }
}

/** A new account of a role, with a name that no other test looks for. */
export function makeAccount(role: Role): Promise<MadeAccount> {
  const word = randomBytes(4).toString('hex');
  const name = `${role} ${word}`;
  const email = `${role.toLowerCase()}.${word}@people.example`;
  return asAdmin(async (admin) => {
    const data = { name, email, password: firstPassword, role, photoURL: 'https://photos.example/none.png' };
    const answer = await admin.post(createAccount.path, { data });
    if (!answer.ok()) throw new Error(`Making a ${role} answered ${answer.status()}: ${await answer.text()}`);
    return { id: ((await answer.json()) as { insertedId: string }).insertedId, name, email };
  });
}
