import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { type AuthorityTargets, makeTargets } from './authority-targets.ts';
import { makeManyUsers, type SignedInUser } from './many-users.ts';
import { createSeededRandom, shuffle } from './seeded.ts';

export type AuthorityRace = {
  readonly seed: number;
  readonly roundCount: number;
  /** Origins of the server nodes. */
  readonly nodes: readonly string[];
  readonly pool: pg.Pool;
  readonly sessionSecret: string;
  /** Called after every hundredth round with the number of finished rounds. */
  readonly report?: (roundCount: number) => void;
};

export const rightsLossKinds = ['suspension', 'deletion', 'demotion'] as const;
export type RightsLossKind = (typeof rightsLossKinds)[number];

export type AuthorityFigures = {
  roundCount: number;
  /** Number of calls that were sent around the moment at which their admin loses their rights. */
  actCount: number;
  doneCount: number;
  refusedCount: number;
  /** Number of calls that an overloaded server node refused and that changed nothing. */
  busyCount: number;
  /** Number of calls that took effect, by kind. */
  readonly effectCounts: Record<string, number>;
  readonly rightsLossCounts: Record<RightsLossKind, number>;
};

type AdminAction = { readonly name: string; readonly method: string; readonly path: string; readonly body?: object };

/** Number of rounds that run concurrently. */
const parallelRoundCount = 2;
/** Maximum time in milliseconds from the first call until the admin loses their rights. */
const longestDelayMs = 60;

/**
 * Runs the race: an admin makes every kind of admin call on two server nodes at the same time. During these calls,
 * another admin suspends this admin, the admin deletes their own account, or an operator removes their role. The
 * transaction that ends the admin's rights locks their account. Every audit entry of the admin must have been committed
 * before the lock on the admin's account; a trigger records which entries were.
 * @throws Error with the first call that took effect after the admin lost their rights, or the first answer that is not
 *   a refusal.
 */
export async function runAuthorityRace(race: AuthorityRace): Promise<AuthorityFigures> {
  const { pool, roundCount } = race;
  const random = createSeededRandom(race.seed);
  await recordCommittedEntries(pool);
  const [chiefAdmin] = await makeManyUsers(pool, race.sessionSecret, 'admin', 1);
  if (chiefAdmin === undefined) throw new Error('There is no admin.');
  const figures: AuthorityFigures = {
    roundCount: 0,
    actCount: 0,
    doneCount: 0,
    refusedCount: 0,
    busyCount: 0,
    effectCounts: {},
    rightsLossCounts: { suspension: 0, deletion: 0, demotion: 0 },
  };
  let nextRound = 0;
  const runRounds = async (): Promise<void> => {
    while (nextRound < roundCount) {
      const roundNumber = nextRound;
      nextRound += 1;
      await runRound(race, chiefAdmin, roundNumber, random, figures);
      figures.roundCount += 1;
      if (figures.roundCount % 100 === 0) race.report?.(figures.roundCount);
    }
  };
  await Promise.all(Array.from({ length: parallelRoundCount }, runRounds));
  return figures;
}

/** Installs a trigger that records, when an admin loses their rights, which audit entries in their name are committed. */
async function recordCommittedEntries(pool: pg.Pool): Promise<void> {
  await pool.query(`
    CREATE TABLE race_seen (account_id uuid PRIMARY KEY, entries uuid[] NOT NULL);
    CREATE FUNCTION race_note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO race_seen SELECT NEW.id, coalesce(array_agg(id), '{}') FROM audit_entry WHERE actor_id = NEW.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER race_note AFTER UPDATE OF status, role ON account FOR EACH ROW
      WHEN (OLD.role = 'admin' AND OLD.status = 'active' AND (NEW.status <> 'active' OR NEW.role <> 'admin'))
      EXECUTE FUNCTION race_note();`);
}

async function runRound(
  race: AuthorityRace,
  suspendingAdmin: SignedInUser,
  roundNumber: number,
  random: () => number,
  figures: AuthorityFigures,
): Promise<void> {
  const { pool, nodes } = race;
  const [admin] = await makeManyUsers(pool, race.sessionSecret, 'admin', 1);
  if (admin === undefined) throw new Error('There is no admin.');
  const ending = rightsLossKinds[roundNumber % rightsLossKinds.length] ?? 'suspension';
  const acts = shuffle(makeAdminActions(await makeTargets(pool), admin, roundNumber), random);
  const chooseNode = (nodeIndex: number): string => nodes[nodeIndex % nodes.length] ?? '';
  const actPromises = acts.map(async (adminAction, index) => {
    await wait(Math.floor(random() * longestDelayMs));
    return { act: adminAction, ...(await sendAction(chooseNode(index), admin.token, adminAction)) };
  });
  await wait(Math.floor(random() * longestDelayMs));
  await endAdminRights(race, suspendingAdmin, admin, ending, chooseNode(roundNumber));
  // The admin has lost their rights now, so a call that starts after this line must be refused.
  const [lateAction] = acts;
  if (lateAction !== undefined)
    actPromises.push(
      sendAction(chooseNode(roundNumber + 1), admin.token, lateAction).then((result) => ({
        act: lateAction,
        ...result,
      })),
    );
  for (const { act: adminAction, status, code } of await Promise.all(actPromises))
    countWrongAnswer(adminAction, status, code, figures);
  figures.rightsLossCounts[ending] += 1;
  await countWrongEffects(pool, admin, ending, figures);
}

function makeAdminActions(
  actionTargets: AuthorityTargets,
  admin: SignedInUser,
  roundNumber: number,
): readonly AdminAction[] {
  const reason = { reason: 'Any' };
  const user = {
    name: 'New',
    email: `n${roundNumber}.${admin.id}@race.example`,
    password: 'Race!Wagon9Tulip',
    role: 'Buyer',
  };
  const makePost = (name: string, path: string, body: object = {}): AdminAction => ({
    name,
    method: 'POST',
    path,
    body,
  });
  const makeAccountPath = (id: string, actionName: string): string => `/api/v1/accounts/${id}/${actionName}`;
  return [
    { name: 'verify', method: 'PUT', path: `/api/users/verify/${actionTargets.sellerToVerifyId}` },
    { name: 'delete seller', method: 'DELETE', path: `/api/seller/${actionTargets.sellerToDeleteId}` },
    { name: 'delete buyer', method: 'DELETE', path: `/api/Buyer/${actionTargets.buyerToDeleteId}` },
    makePost('unverify', makeAccountPath(actionTargets.sellerToUnverifyId, 'unverification'), reason),
    makePost('suspend', makeAccountPath(actionTargets.buyerToSuspendId, 'suspension'), reason),
    makePost('reinstate', makeAccountPath(actionTargets.buyerToReinstateId, 'reinstatement'), reason),
    makePost('reinstate own', makeAccountPath(admin.id, 'reinstatement'), reason),
    makePost('create', '/api/v1/accounts', { ...user, photoURL: 'https://photos.example/a.jpg' }),
    makePost('withdraw', `/api/v1/listings/${actionTargets.carToWithdrawId}/withdrawal`),
    makePost('break hold', `/api/v1/listings/${actionTargets.heldCarId}/hold-break`, reason),
    makePost('brand', '/api/v1/brands', { name: `Race ${admin.id.slice(0, 13)}`, listable: true }),
    makePost('read feedback', `/api/v1/feedback/${actionTargets.feedbackToReadId}/reading`),
    makePost('archive feedback', `/api/v1/feedback/${actionTargets.feedbackToArchiveId}/archiving`),
    makePost('dismiss report', `/api/v1/reports/${actionTargets.reportId}/dismissal`, reason),
    makePost('refund', `/api/v1/payments/${actionTargets.payment}/refund`, reason),
    makePost('repair', `/api/v1/reconciliation/findings/${actionTargets.discrepancy}/repair`),
    makePost('replay', `/api/v1/reconciliation/events/${actionTargets.event}/replay`),
    makePost('check money', '/api/v1/reconciliation/runs'),
    makePost('rebuild', '/api/v1/catalogue/rebuild', {}),
  ];
}

type CallResult = { readonly status: number; readonly code: string };

async function sendAction(node: string, token: string, { method, path, body }: AdminAction): Promise<CallResult> {
  const answer = await fetch(`${node}${path}`, {
    method,
    headers: { authorization: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const result = (await answer.json()) as { code?: string };
  return { status: answer.status, code: result.code ?? '' };
}

async function endAdminRights(
  { pool }: AuthorityRace,
  suspendingAdmin: SignedInUser,
  admin: SignedInUser,
  ending: RightsLossKind,
  node: string,
): Promise<void> {
  if (ending === 'demotion') {
    await pool.query("UPDATE account SET role = 'Buyer' WHERE id = $1", [admin.id]);
    return;
  }
  // The deletion of an account with a second factor requires a recent proof of the factor.
  await pool.query('UPDATE session SET factor_proved_at = now() WHERE account_id = $1', [admin.id]);
  const adminAction: AdminAction =
    ending === 'suspension'
      ? { name: ending, method: 'POST', path: `/api/v1/accounts/${admin.id}/suspension`, body: { reason: 'Any' } }
      : { name: ending, method: 'DELETE', path: '/api/v1/me', body: {} };
  for (let tryCount = 0; tryCount < 30; tryCount += 1) {
    const { status, code } = await sendAction(
      node,
      ending === 'suspension' ? suspendingAdmin.token : admin.token,
      adminAction,
    );
    if (status === 200) return;
    if (status !== 503) throw new Error(`The ${ending} was answered with ${status} ${code}.`);
  }
  throw new Error(`The ${ending} did not get through in 30 tries.`);
}

function countWrongAnswer(adminAction: AdminAction, status: number, code: string, figures: AuthorityFigures): void {
  figures.actCount += 1;
  if (status < 300) figures.doneCount += 1;
  else if (status === 503) figures.busyCount += 1;
  else if (status === 401 || status === 403 || code === 'OWN_ACCOUNT') figures.refusedCount += 1;
  // The hold is ended, whether or not its charge could be cancelled, so the call took effect.
  else if (status !== 409 && status !== 404)
    throw new Error(`${adminAction.name} was answered with ${status} ${code}.`);
}

async function countWrongEffects(
  pool: pg.Pool,
  admin: SignedInUser,
  ending: RightsLossKind,
  figures: AuthorityFigures,
): Promise<void> {
  // When admins delete their own account, this deletion writes its own audit entry after the account is locked.
  const { rows } = await pool.query<{ action: string; noun: string; seen: boolean | null }>(
    `SELECT action, noun, id = ANY (SELECT unnest(entries) FROM race_seen WHERE account_id = $1::uuid) AS seen
     FROM audit_entry WHERE actor_id = $1::uuid AND NOT (action = 'delete' AND noun_id = $1::uuid::text)`,
    [admin.id],
  );
  for (const { action, noun, seen } of rows) {
    if (seen !== true) throw new Error(`An admin did '${action}' on a ${noun} after their ${ending}.`);
    const name = `${action} ${noun}`;
    figures.effectCounts[name] = (figures.effectCounts[name] ?? 0) + 1;
  }
  const finalStateResult = await pool.query<{ status: string; role: string; sessions: number; noted: boolean }>(
    `SELECT status, role, (SELECT count(*)::int FROM session WHERE account_id = $1) AS sessions,
       EXISTS (SELECT 1 FROM race_seen WHERE account_id = $1) AS noted FROM account WHERE id = $1`,
    [admin.id],
  );
  const expectedState = {
    status: ending === 'suspension' ? 'suspended' : ending === 'deletion' ? 'deleted' : 'active',
    role: ending === 'demotion' ? 'Buyer' : 'admin',
    sessions: 0,
    noted: true,
  };
  if (JSON.stringify(finalStateResult.rows[0]) !== JSON.stringify(expectedState))
    throw new Error(`After their ${ending} the admin stands as ${JSON.stringify(finalStateResult.rows[0])}.`);
}
