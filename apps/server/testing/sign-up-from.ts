import { randomBytes } from 'node:crypto';
import type { AccountId } from '@carhouse/domain/account/account';
import { password, type TestUser } from './builders.ts';
import type { TestServer } from './test-server.ts';

/**
 * Signs a user up from an IP address with the two calls of the sign-up, and confirms their e-mail address. Without a role,
 * only the first call is made.
 */
export async function signUpFromAddress(
  server: TestServer,
  role: 'Seller' | 'Buyer' | null,
  address: string,
): Promise<TestUser> {
  const name = `${role ?? 'Person'} ${randomBytes(4).toString('hex')}`;
  const email = `${name.replace(' ', '.').toLowerCase()}@people.example`;
  const postInjected = (url: string, payload: object, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'POST', url, payload, headers, remoteAddress: address });
  const answer = await postInjected('/api/auth/sign-up/email', { name, email, password, image: '' });
  const token = String(answer.headers['set-auth-token']);
  const roleAnswer =
    role === null ? answer : await postInjected('/api/users', { name, email, role }, { authorization: token });
  if (roleAnswer.statusCode !== 200)
    throw new Error(`The sign-up answered ${roleAnswer.statusCode}: ${roleAnswer.body}`);
  const { pool } = server.context;
  const accountResult = await pool.query<{ id: AccountId }>('SELECT id FROM account WHERE email = $1', [email]);
  const id = accountResult.rows[0]?.id as AccountId;
  await pool.query('UPDATE account SET email_verified = true WHERE id = $1', [id]);
  return { id, name, email, role: role ?? 'Buyer', token };
}
