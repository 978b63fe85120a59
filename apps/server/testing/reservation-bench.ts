import { makeUser, signIn, type TestUser } from './builders.ts';
import { assertAudits } from './run-audits.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A server with a seller, and the actions on its clock that tests of reservations need. */
export type ReservationTestServer = {
  readonly server: TestServer;
  readonly seller: TestUser;
  /** Moves the clock of the server forward by this number of days from now. */
  setDaysAhead(days: number): void;
  /** Signs a user in again, because the clock has moved. */
  signInAgain(user: TestUser): Promise<TestUser>;
  /** Runs the audits and sets the clock back. */
  reset(): Promise<void>;
  close(): Promise<void>;
};

export async function openReservationBench(): Promise<ReservationTestServer> {
  const server = await startTestServer();
  const seller = await makeUser(server, 'Seller');
  return {
    server,
    seller,
    setDaysAhead: (days) => server.setClock(() => new Date(Date.now() + days * 86_400_000)),
    signInAgain: async (user) => ({ ...user, token: await signIn(server, user.email) }),
    reset: async () => {
      await assertAudits(server.context.pool);
      server.setClock(() => new Date());
    },
    close: () => server.close(),
  };
}
