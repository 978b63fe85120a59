import { setTimeout as wait } from 'node:timers/promises';
import { makeManyCars, makeManyUsers, type SignedInUser } from '@carhouse/server/testing/many-users';
import type pg from 'pg';
import { type LoadClient, makeLoadClient } from './load-client.ts';
import type { LoadRecord } from './load-record.ts';
import { buyCar, readAsVisitor, sellCars, workAsAdmin } from './load-roles.ts';
import type { ProductNodes } from './product-nodes.ts';

/** The people and cars of one load. */
export type LoadPeople = {
  readonly buyers: readonly SignedInUser[];
  readonly sellers: readonly SignedInUser[];
  readonly admins: readonly SignedInUser[];
  /** Sellers whom the admins have not verified yet. */
  readonly unverifiedSellers: string[];
  /** Cars that nobody has ordered. */
  readonly cars: string[];
};

/** The time in milliseconds between the starts of two actions of a role; the actions may overlap. */
const actionIntervalsMs = { visitor: 200, buyer: 500, seller: 2_000, admin: 2_000 } as const;
/**
 * Maximum number of actions of a role that may run at the same time. Beyond this number, actions are omitted and
 * counted.
 */
const actionsUnderWayMaximum = 150;
/** Number of cars for each second of load. */
const carsPerSecond = 2.5;
/** Share of the orders for which a second buyer wants the same car at the same time. */
const contestedShare = 0.25;

/** Makes people and cars for a load of this many seconds. */
export async function makeLoadPeople(pool: pg.Pool, sessionSecret: string, seconds: number): Promise<LoadPeople> {
  const makeUsers = (role: 'Buyer' | 'Seller' | 'admin', count: number): Promise<SignedInUser[]> =>
    makeManyUsers(pool, sessionSecret, role, count);
  const [buyers, sellers, admins] = [
    await makeUsers('Buyer', 60),
    await makeUsers('Seller', 24),
    await makeUsers('admin', 2),
  ];
  const newSellers = await makeUsers('Seller', seconds);
  const cars: string[] = [];
  for (const { id } of sellers) {
    const count = Math.ceil((seconds * carsPerSecond) / sellers.length);
    const prices = Array.from({ length: count }, (_, index) => 40_000 + index);
    cars.push(...(await makeManyCars(pool, id, prices)));
  }
  return { buyers, sellers, admins, unverifiedSellers: newSellers.map(({ id }) => id), cars };
}

export type RunningLoad = {
  /** Starts no further actions, and waits until the running actions have ended. */
  stop(): Promise<void>;
};

/** Starts the load of all roles. @param random numbers that decide what people do. */
export function startLoad(
  nodes: ProductNodes,
  people: LoadPeople,
  record: LoadRecord,
  random: () => number,
): RunningLoad {
  const stopController = new AbortController();
  let addressCount = 0;
  const makeClient = (token = ''): LoadClient => {
    addressCount += 1;
    const address = `198.18.${Math.floor(addressCount / 250) % 250}.${(addressCount % 250) + 1}`;
    return makeLoadClient(nodes.origin, record, address, token);
  };
  const makeClients = (users: readonly SignedInUser[]): readonly LoadClient[] =>
    users.map(({ token }) => makeClient(token));
  const visitors = Array.from({ length: 20 }, () => makeClient());
  const [buyers, sellers, admins] = [
    makeClients(people.buyers),
    makeClients(people.sellers),
    makeClients(people.admins),
  ];
  const chooseRandomly = (clients: readonly LoadClient[]): LoadClient => {
    const client = clients[Math.floor(random() * clients.length)];
    if (client === undefined) throw new Error('There is nobody of this role.');
    return client;
  };
  const visitedCars = people.cars.slice(0, 40);
  const orderCar = async (): Promise<void> => {
    const car = people.cars.pop();
    if (car === undefined) return;
    const tools = { record, random, publishableKey: nodes.keys.publishableKey, origin: nodes.origin };
    const buyersPerCar = random() < contestedShare ? 2 : 1;
    await Promise.all(Array.from({ length: buyersPerCar }, () => buyCar(chooseRandomly(buyers), car, tools)));
  };
  const rolePromises = [
    beginActionsAtInterval(actionIntervalsMs.visitor, () =>
      readAsVisitor(chooseRandomly(visitors), visitedCars, random),
    ),
    beginActionsAtInterval(actionIntervalsMs.buyer, orderCar),
    beginActionsAtInterval(actionIntervalsMs.seller, () => sellCars(chooseRandomly(sellers), record)),
    beginActionsAtInterval(actionIntervalsMs.admin, () =>
      workAsAdmin(chooseRandomly(admins), people.unverifiedSellers, record),
    ),
  ];

  async function beginActionsAtInterval(intervalMs: number, startAction: () => Promise<void>): Promise<void> {
    const actionsUnderWay = new Set<Promise<void>>();
    const startMs = performance.now();
    for (let count = 1; !stopController.signal.aborted; count += 1) {
      if (actionsUnderWay.size < actionsUnderWayMaximum) {
        const action = startAction().finally(() => actionsUnderWay.delete(action));
        actionsUnderWay.add(action);
      } else record.omittedCount += 1;
      const pauseMs = Math.max(0, startMs + count * intervalMs - performance.now());
      await wait(pauseMs, undefined, { signal: stopController.signal }).catch(() => undefined);
    }
    await Promise.all(actionsUnderWay);
  }

  return {
    async stop() {
      stopController.abort();
      await Promise.all(rolePromises);
    },
  };
}
