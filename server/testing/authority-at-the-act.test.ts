import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorisationTable, type Row } from './authorisation-table.ts';
import { makeWorld, type World } from './authorisation-world.ts';
import { makePerson, type Person } from './builders.ts';
import { dumpRows } from './row-dump.ts';
import { callDuringEnding, type Ending } from './suspended-in-between.ts';
import { openTestHouse, type TestHouse } from './test-house.ts';

let house: TestHouse;
let world: World;
let table: readonly Row[];

beforeAll(async () => {
  house = await openTestHouse();
  world = await makeWorld(house);
  table = authorisationTable(world);
});
afterAll(() => house.close());

const statusesOf = (row: Row): string[] => row[2].split(' ');
const isDone = (statuses: string | undefined): boolean => /^20\d/.test(statuses ?? '');
/** What an admin does, and nobody else: every such call of the table that changes something. */
const isAdminAct = (row: Row): boolean =>
  !row[0].startsWith('GET') && isDone(statusesOf(row)[5]) && !statusesOf(row).slice(0, 3).some(isDone);

/** Everything but what the ending itself writes of its person. */
async function rowsOfOthers({ id }: Person): Promise<readonly string[]> {
  const own = [`account (${id}`, 'idempotency_key '];
  const rows = await dumpRows(house);
  return rows.filter(
    (row) => !own.some((start) => row.startsWith(start)) && !(row.startsWith('listing_change ') && row.includes(id)),
  );
}

async function faultOf(row: Row, actor: Person, ending: Ending): Promise<string[]> {
  const body = typeof row[3] === 'function' ? row[3]() : row[3];
  const before = await rowsOfOthers(actor);
  const { answer, waited } = await callDuringEnding(house, actor.id, ending, () =>
    house.app.inject({
      method: row[0].split(' ')[0] as 'POST',
      url: row[1],
      headers: { authorization: actor.token },
      remoteAddress: '203.0.113.7',
      ...(body === undefined ? {} : { payload: body }),
    }),
  );
  const faults: string[] = [];
  if (!waited) faults.push('did not look at its actor again');
  if (answer.statusCode !== 401 && answer.statusCode !== 403) faults.push(`answered ${answer.statusCode}`);
  const after = await rowsOfOthers(actor);
  const changed = after.filter((each) => !before.includes(each));
  if (changed.length > 0) faults.push(`wrote ${changed[0]}`);
  return faults.map((fault) => `${row[0]} by a person who was ${ending}: ${fault}`);
}

describe('an act of an admin who is suspended, demoted or signed out while it begins', () => {
  it.each<Ending>(['suspended', 'demoted', 'signed out'])('waits for it and does nothing: %s', async (ending) => {
    const acts = table.filter(isAdminAct);
    expect(acts.length).toBeGreaterThanOrEqual(13);
    const faults: string[] = [];
    for (const row of acts) faults.push(...(await faultOf(row, await makePerson(house, 'admin'), ending)));
    expect(faults).toEqual([]);
  });
});
