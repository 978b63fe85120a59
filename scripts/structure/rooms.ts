/** The rooms of the house, what each may import, and what belongs into it. docs/architecture.md explains the reasons. */

export interface Room {
  /** Rooms that it may import. */
  imports: readonly string[];
  /** What belongs here, as the end of the sentence "It holds …". */
  holds: string;
  /** True when it runs without Node: then it imports no `node:` module outside its build and its tests. */
  platformFree?: true;
}

/** What the server process is made of, beside itself. */
const serverParts = [
  'core',
  'contract',
  'catalogue',
  'database',
  'identity',
  'payments',
  'images',
  'mail',
  'sandbox-card-provider',
] as const;

/** What runs in the product: not its journeys, benchmarks, commands and checks. */
export const productRooms = [...serverParts, 'server', 'web'] as const;

const everyRoom = [...productRooms, 'e2e', 'bench', 'scripts'] as const;

export type RoomName = (typeof everyRoom)[number];

export const rooms: Record<RoomName, Room> = {
  core: { imports: [], holds: 'pure rules and types of the domain', platformFree: true },
  contract: { imports: ['core'], holds: 'the wire: schemas, the typed client, the texts', platformFree: true },
  catalogue: { imports: ['core'], holds: 'the search index in memory' },
  database: { imports: ['core'], holds: 'migrations, query modules and the embedded PostgreSQL' },
  identity: { imports: ['core', 'database'], holds: 'sign-up, sign-in and sessions' },
  payments: { imports: ['core'], holds: 'the CardProvider interface and its Stripe adapter' },
  images: { imports: ['core'], holds: 'the image store, presets and checks' },
  mail: { imports: ['core'], holds: 'the Mailer interface and its adapters' },
  'sandbox-card-provider': { imports: [], holds: 'a stand-alone card provider for test mode' },
  server: {
    imports: serverParts,
    holds: 'the HTTP process and its use cases; it loads the built web app and never its sources',
  },
  web: { imports: ['core', 'contract'], holds: 'the React application', platformFree: true },
  e2e: { imports: everyRoom, holds: 'journeys in a real browser' },
  bench: { imports: everyRoom, holds: 'benchmarks' },
  scripts: { imports: everyRoom, holds: 'the commands of the project and its checks' },
};

export function isRoomName(name: string): name is RoomName {
  return (everyRoom as readonly string[]).includes(name);
}
