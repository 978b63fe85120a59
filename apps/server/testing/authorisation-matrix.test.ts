import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuthorisationRow } from './authorisation-rows.ts';
import { excludedRoutePatterns } from './authorisation-rows.ts';
import { makeAuthorisationTable } from './authorisation-table.ts';
import { type Actor, makeActors, makeAuthorisationData } from './authorisation-world.ts';
import { dumpRows } from './row-dump.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'] as const;
type HttpMethod = (typeof methods)[number];

let server: TestServer;
let table: readonly AuthorisationRow[];
let matrixActors: readonly Actor[];

beforeAll(async () => {
  server = await startTestServer();
  const testData = await makeAuthorisationData(server);
  matrixActors = await makeActors(server, testData);
  table = makeAuthorisationTable(testData);
});
afterAll(() => server.close());

type MatrixCase = {
  readonly row: AuthorisationRow;
  readonly actor: Actor;
  readonly allowedStatuses: readonly number[];
};

function makeMatrixCases(row: AuthorisationRow): MatrixCase[] {
  const columns = row[2].split(/\s+/).map((statuses) => statuses.split('/').map(Number));
  expect(columns, `${row[0]} needs six statuses`).toHaveLength(6);
  return matrixActors.map((actor) => ({ row, actor, allowedStatuses: columns[actor.column] ?? [] }));
}

const readMethod = (row: AuthorisationRow): HttpMethod => row[0].split(' ')[0] as HttpMethod;
const readRoute = (row: AuthorisationRow): string => row[0].split(' ')[1] ?? '';
function groupRowsByRoute(): readonly (readonly AuthorisationRow[])[] {
  const routes = new Map<string, AuthorisationRow[]>();
  for (const row of table) routes.set(readRoute(row), [...(routes.get(readRoute(row)) ?? []), row]);
  return [...routes.values()];
}

const isRefusal = ({ allowedStatuses }: MatrixCase): boolean => allowedStatuses.every((status) => status >= 400);

async function sendMatrixCase(method: HttpMethod, row: AuthorisationRow, actor: Actor) {
  const body = typeof row[3] === 'function' ? row[3]() : row[3];
  const hasNoBody = method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || method === 'TRACE';
  return server.app.inject({
    method: method as 'GET',
    url: row[1],
    headers: actor.headers,
    // The requests come from a remote address, so routes that only this machine may use, such as /metrics, respond with
    // 404.
    remoteAddress: '203.0.113.7',
    ...(hasNoBody || body === undefined ? {} : { payload: body }),
  });
}

async function findFaultsOfCase({ row, actor, allowedStatuses }: MatrixCase): Promise<string[]> {
  const answer = await sendMatrixCase(readMethod(row), row, actor);
  if (allowedStatuses.includes(answer.statusCode)) return [];
  const answerText = `${answer.statusCode} ${answer.body.slice(0, 160)}`;
  return [`${row[0]} (${row[1]}) as ${actor.name}: wanted ${allowedStatuses.join(' or ')}, got ${answerText}`];
}

async function findFaults(cases: readonly MatrixCase[]): Promise<string[]> {
  const faults: string[] = [];
  for (const each of cases) faults.push(...(await findFaultsOfCase(each)));
  return faults;
}

it('names every route of the server, and none that is not there', () => {
  const rows = new Set(table.map((row) => row[0] as string));
  const routes = server.app.routeList.flatMap(({ methods: routeMethods, url }) =>
    routeMethods.filter((method) => method !== 'HEAD' && method !== 'OPTIONS').map((method) => `${method} ${url}`),
  );
  expect(routes.length).toBeGreaterThan(40);
  const missingRoutes = routes.filter(
    (route) => !rows.has(route) && !excludedRoutePatterns.some((each) => each.test(route)),
  );
  const missingRowMessages = missingRoutes.map((route) => {
    const url = route.split(' ')[1];
    return `add to apps/server/testing/authorisation-table.ts: ['${route}', '${url}', '<visitor> <buyer 1> <buyer 2> <seller 1> <seller 2> <admin>'],`;
  });
  expect(missingRowMessages).toEqual([]);
});

it('is kept: refused calls are refused and change nothing, the others are answered', async () => {
  const cases = table.flatMap(makeMatrixCases);
  const rowsBefore = await dumpRows(server);
  expect(await findFaults(cases.filter(isRefusal))).toEqual([]);
  expect(await dumpRows(server)).toEqual(rowsBefore);
  expect(await findFaults(cases.filter((each) => !isRefusal(each)))).toEqual([]);
});

it('holds for HEAD as for GET, and every other method is answered with 405', async () => {
  const faults: string[] = [];
  for (const rows of groupRowsByRoute()) {
    const rowMethods = new Set(rows.map(readMethod));
    for (const method of methods.filter((each) => !rowMethods.has(each))) {
      const headSourceRow = method === 'HEAD' ? rows.find((row) => readMethod(row) === 'GET') : undefined;
      const row = headSourceRow ?? rows[0];
      if (row === undefined) continue;
      // The identity service answers GET but not HEAD.
      const extraStatuses = headSourceRow === undefined || readRoute(row).startsWith('/api/auth/') ? [404, 405] : [];
      for (const { actor, allowedStatuses } of makeMatrixCases(row)) {
        const { statusCode } = await sendMatrixCase(method, row, actor);
        const expectedStatuses = headSourceRow === undefined ? extraStatuses : [...allowedStatuses, ...extraStatuses];
        if (expectedStatuses.includes(statusCode)) continue;
        faults.push(`${method} ${row[1]} as ${actor.name}: wanted ${expectedStatuses.join(' or ')}, got ${statusCode}`);
      }
    }
  }
  expect(faults).toEqual([]);
});
