import type { Agent } from 'node:http';
import { type HttpClient, makeClientAddress, openClient } from './http-client.ts';
import type { ServerProcess } from './server-process.ts';

export const password = 'Bench!Password1';

export type BenchUser = {
  readonly email: string;
  readonly client: HttpClient;
  /** The IP address that the requests of the user name, as a reverse proxy would do. */
  readonly address: string;
  readonly token: string;
  /** The session cookie in the form in which a browser sends it. */
  readonly cookie: string;
};

/** Signs up users with confirmed addresses through the API, a few at a time. */
export async function signUpUsers(
  server: ServerProcess,
  agent: Agent,
  options: { readonly count: number; readonly role: 'Buyer' | 'Seller' },
): Promise<BenchUser[]> {
  const people: BenchUser[] = [];
  const userIndexIterator = Array.from({ length: options.count }, (_, index) => index).values();
  const signUpNext = async (): Promise<void> => {
    for (const userIndex of userIndexIterator) people.push(await signUp(server, agent, userIndex, options.role));
  };
  await Promise.all(Array.from({ length: 4 }, signUpNext));
  return people;
}

async function signUp(
  server: ServerProcess,
  agent: Agent,
  userIndex: number,
  role: 'Buyer' | 'Seller',
): Promise<BenchUser> {
  const email = `${role.toLowerCase()}${userIndex}@bench.example`;
  const address = makeClientAddress(userIndex);
  const client = openClient(server.url, address, agent);
  const signUpAnswer = await client.send('POST', '/api/auth/sign-up/email', {
    body: { name: `${role} ${userIndex}`, email, password, image: 'https://photos.example/a.png' },
  });
  const token = String(signUpAnswer.headers['set-auth-token']);
  // Booking needs a confirmed address. The mailed link is not opened, because sign-up is not what is measured.
  await server.pool.query('UPDATE account SET email_verified = true WHERE email = $1', [email]);
  const roleAnswer = await client.send('POST', '/api/users', {
    token,
    body: { name: role, email, role, photoURL: '' },
  });
  if (roleAnswer.status !== 200)
    throw new Error(`Sign-up answered ${signUpAnswer.status} and ${roleAnswer.status}: ${roleAnswer.body}`);
  const cookie = [signUpAnswer.headers['set-cookie'] ?? []]
    .flat()
    .map((setCookieHeader) => setCookieHeader.split(';')[0])
    .join('; ');
  return { email, client, address, token, cookie };
}

/**
 * Inserts available cars of each brand directly into the database.
 * @returns the ids of the cars.
 */
export async function listCars(
  server: ServerProcess,
  count: number,
  brands: readonly string[] = ['Audi'],
): Promise<string[]> {
  const { rows } = await server.pool.query<{ id: string }>(
    `INSERT INTO listing (id, seller_id, brand, title, location, resale_price_cents, years_of_use, year_of_purchase,
       description, status, posted_at, updated_at)
     SELECT gen_random_uuid(), account.id, brand, 'A car', 'Bedok', 5000000, 3, 2023, '', 'available', now(), now()
     FROM account, unnest($2::text[]) AS brand, generate_series(1, $1) WHERE role = 'Seller' RETURNING id`,
    [count, brands],
  );
  return rows.map((row) => row.id);
}
