import { sealAudit } from '@carhouse/database/audit/audit-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuditSealer } from '../jobs/start-audit-sealer.ts';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

const readVerification = (caller: TestUser | null) => call(server, caller, 'GET', '/api/v1/audit/verification');

async function createVerificationAuditEntry(): Promise<string> {
  const seller = await makeUser(server, 'Seller');
  await call(server, admin, 'PUT', `/api/users/verify/${seller.id}`);
  const { rows } = await server.context.pool.query(
    "SELECT id FROM audit_entry WHERE noun_id = $1 AND action = 'verify'",
    [seller.id],
  );
  return rows[0].id;
}

describe('the verification of the audit', () => {
  it('is for admins', async () => {
    expect((await readVerification(null)).status).toBe(401);
    for (const role of ['Buyer', 'Seller'] as const) {
      expect((await readVerification(await makeUser(server, role))).status).toBe(403);
    }
  });

  it('says that the chain is whole, and names an entry that was changed', async () => {
    const entryId = await createVerificationAuditEntry();
    await createVerificationAuditEntry();
    const stopSealer = startAuditSealer(server.context);
    await stopSealer();
    const fullVerification = (await readVerification(admin)).body;
    expect(fullVerification).toMatchObject({
      intact: true,
      waiting: 0,
      faults: [],
      head: { position: fullVerification.sealed },
    });
    const client = await server.context.pool.connect();
    await client.query("SET session_replication_role = 'replica'");
    await client.query(`UPDATE audit_entry SET after = '{"verified": false}' WHERE id = $1`, [entryId]);
    await client.query('RESET session_replication_role');
    client.release();
    expect((await readVerification(admin)).body).toMatchObject({
      intact: false,
      faults: [{ kind: 'changed', entryId }],
    });
  });

  it('counts what is not sealed yet', async () => {
    while ((await sealAudit(server.context.database)) > 0);
    await createVerificationAuditEntry();
    expect((await readVerification(admin)).body.waiting).toBeGreaterThan(0);
  });
});
