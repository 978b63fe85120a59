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

/** Milliseconds between the beginnings of two actions of a role. They begin whether or not earlier ones have ended. */
const paces = { visitor: 200, buyer: 500, seller: 2_000, admin: 2_000 } as const;
/** Number of actions of a role that may be under way. Above it, actions are omitted and counted. */
const underWayMaximum = 150;
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
  const unverified = await makeUsers('Seller', seconds);
  const cars: string[] = [];
  for (const { id } of sellers) {
    const count = Math.ceil((seconds * carsPerSecond) / sellers.length);
    const prices = Array.from({ length: count }, (_, index) => 40_000 + index);
    cars.push(...(await makeManyCars(pool, id, prices)));
  }
  return { buyers, sellers, admins, unverifiedSellers: unverified.map(({ id }) => id), cars };
}

export type RunningLoad = {
  /** Begins no further actions and waits until those under way have ended. */
  stop(): Promise<void>;
};

/** Starts the load of all roles. @param random chooses what people do. */
export function startLoad(
  nodes: ProductNodes,
  people: LoadPeople,
  record: LoadRecord,
  random: () => number,
): RunningLoad {
  const stopping = new AbortController();
  let addressCount = 0;
  const makeClient = (token = ''): LoadClient => {
    addressCount += 1;
    const address = `198.18.${Math.floor(addressCount / 250) % 250}.${(addressCount % 250) + 1}`;
    return makeLoadClient(nodes.origin, record, address, token);
  };
  const clientsOf = (users: readonly SignedInUser[]): readonly LoadClient[] =>
    users.map(({ token }) => makeClient(token));
  const visitors = Array.from({ length: 20 }, () => makeClient());
  const [buyers, sellers, admins] = [clientsOf(people.buyers), clientsOf(people.sellers), clientsOf(people.admins)];
  const chooseFrom = (clients: readonly LoadClient[]): LoadClient => {
    const client = clients[Math.floor(random() * clients.length)];
    if (client === undefined) throw new Error('There is nobody of this role.');
    return client;
  };
  const knownCars = people.cars.slice(0, 40);
  const orderCar = async (): Promise<void> => {
    const car = people.cars.pop();
    if (car === undefined) return;
    const tools = { record, random, publishableKey: nodes.keys.publishableKey, origin: nodes.origin };
    const buyersOfCar = random() < contestedShare ? 2 : 1;
    await Promise.all(Array.from({ length: buyersOfCar }, () => buyCar(chooseFrom(buyers), car, tools)));
  };
  const roles = [
    beginAtPace(paces.visitor, () => readAsVisitor(chooseFrom(visitors), knownCars, random)),
    beginAtPace(paces.buyer, orderCar),
    beginAtPace(paces.seller, () => sellCars(chooseFrom(sellers), record)),
    beginAtPace(paces.admin, () => workAsAdmin(chooseFrom(admins), people.unverifiedSellers, record)),
  ];

  async function beginAtPace(paceMs: number, act: () => Promise<void>): Promise<void> {
    const underWay = new Set<Promise<void>>();
    const startMs = performance.now();
    for (let count = 1; !stopping.signal.aborted; count += 1) {
      if (underWay.size < underWayMaximum) {
        const action = act().finally(() => underWay.delete(action));
        underWay.add(action);
      } else record.omittedCount += 1;
      const pauseMs = Math.max(0, startMs + count * paceMs - performance.now());
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await Promise.all(underWay);
  }

  return {
    async stop() {
      stopping.abort();
      await Promise.all(roles);
    },
  };
}
