import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkTree } from './check-tree.ts';
import { describeFault } from './fault.ts';
import { recordMigrations } from './migrations.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'carhouse-structure-'));
});

afterEach(() => rmSync(root, { recursive: true }));

describe('a sound tree', () => {
  test('has no fault', () => {
    write('core/booking/booking.ts', 'export interface Booking { id: string }\n');
    write('core/booking/booking.test.ts', "import { expect } from 'vitest';\nimport './booking.ts';\nexpect(1);\n");
    write('server/bookings/book-car.ts', "import type { Booking } from '@carhouse/core/booking/booking';\n");
    write('server/bookings/routes.ts', "import './book-car.ts';\n");
    write('server/config.ts', 'export const port = process.env.PORT;\n');
    write('web/routes/$id.tsx', "import '@carhouse/contract/texts';\n");
    write('vitest.config.ts', 'export default {};\n');
    write('sandbox-card-provider/main.ts', "import fastify from 'fastify';\nfastify();\n");
    expect(faults()).toEqual([]);
  });
});

describe('imports', () => {
  test('of a room that an arrow does not reach are refused, with the way to mend them', () => {
    write('core/price.ts', "import { query } from '@carhouse/database/query';\n");
    expect(faults()).toEqual([
      expect.stringContaining('core/price.ts:1\n  core/ may import nothing, but not database/'),
    ]);
    expect(faults()[0]).toContain('Read the database in server/');
  });

  test.each([
    ['web', 'server'],
    ['web', 'database'],
    ['contract', 'database'],
    ['server', 'web'],
    ['catalogue', 'database'],
    ['images', 'payments'],
    ['payments', 'database'],
    ['mail', 'server'],
    ['database', 'identity'],
    ['sandbox-card-provider', 'core'],
    ['server', 'e2e'],
  ])('never lead from %s to %s', (from, to) => {
    write(`${from}/${from === 'server' ? 'http/' : ''}link.ts`, `import '@carhouse/${to}/anything';\n`);
    expect(faults()).toEqual([expect.stringContaining(`but not ${to}/`)]);
  });

  test('are found in type imports, re-exports and import() alike', () => {
    write('core/a.ts', "export type A = import('@carhouse/server/app').App;\n");
    write('core/b.ts', "export { b } from '@carhouse/server/app';\nexport const c = 1;\n");
    write('core/c.ts', "export const load = () => import('@carhouse/server/app');\n");
    expect(faults()).toHaveLength(3);
  });

  test('inside comments and texts are not imports', () => {
    write('core/a.ts', "// import '@carhouse/server/app';\nexport const text = `import '@carhouse/server/app'`;\n");
    expect(faults()).toEqual([]);
  });

  test('reach another room by its name, not by a relative path', () => {
    write('contract/wire.ts', "import '../core/money/money.ts';\n");
    expect(faults()).toEqual([expect.stringContaining("Import '@carhouse/core/money/money' instead")]);
  });

  test('stay relative inside a room', () => {
    write('core/a.ts', "import '@carhouse/core/b';\n");
    expect(faults()).toEqual([expect.stringContaining('goes out of the room core and in again')]);
  });

  test('carry an ending when relative and none when by room', () => {
    write('contract/a.ts', "import './b';\nimport '@carhouse/core/c.ts';\n");
    expect(faults()).toEqual([
      expect.stringContaining('has no file ending'),
      expect.stringContaining("Write '@carhouse/core/c'"),
    ]);
  });

  test('of a room that does not exist are refused', () => {
    write('server/http/a.ts', "import '@carhouse/garage/cars';\n");
    expect(faults()).toEqual([expect.stringContaining('leads to no room of the house')]);
  });

  test('of Node or of a package are refused in core', () => {
    write('core/a.ts', "import 'node:fs';\nimport 'zod';\n");
    expect(faults()).toEqual([
      expect.stringContaining('cannot import node:fs'),
      expect.stringContaining('imports no package, but here is zod'),
    ]);
  });

  test('of Node are refused in the web app but not in its build', () => {
    write('web/ui/button.tsx', "import 'node:fs';\n");
    write('web/build.ts', "import 'node:fs';\n");
    expect(faults()).toEqual([expect.stringContaining('web/ui/button.tsx:1')]);
  });

  test('of test code are refused in source files', () => {
    write('database/query.ts', "import './testing/fresh-database.ts';\n");
    write('database/testing/fresh-database.ts', 'export const a = 1;\n');
    expect(faults()).toEqual([expect.stringContaining('which is there for tests only')]);
  });

  test('that go in a circle are shown as a path', () => {
    write('core/a.ts', "import './b.ts';\n");
    write('core/b.ts', "import './c.ts';\n");
    write('core/c.ts', "import './a.ts';\n");
    expect(faults()).toEqual([expect.stringContaining('core/a.ts → core/b.ts → core/c.ts → core/a.ts')]);
  });
});

describe('names', () => {
  test.each([
    ['core/carFacts.ts', "Call it 'car-facts.ts'"],
    ['core/Money/money.ts', "Call it 'money'"],
    ['core/price_rules.ts', "Call it 'price-rules.ts'"],
    ['core/utils.ts', 'does not say what is inside'],
    ['server/http/helpers/reply.ts', 'does not say what is inside'],
    ['images/common/size.ts', 'does not say what is inside'],
    ['garage/car.ts', 'garage/ is not a room of the house'],
  ])('like %s are refused', (path, message) => {
    write(path, 'export const a = 1;\n');
    expect(faults()).toEqual([expect.stringContaining(message)]);
  });
});

describe('server/', () => {
  test.each([
    ['server/bookings/booking-service.ts', "'booking-service' is not routes, present-<noun> or <verb>-<noun>"],
    ['server/bookings/rules/book-car.ts', 'has no folders inside'],
    ['server/services/book-car.ts', 'server/services/ is neither a noun'],
    ['server/mailer.ts', 'server/ itself holds only main.ts'],
  ])('has no place for %s', (path, message) => {
    write(path, 'export const a = 1;\n');
    expect(faults()).toEqual([expect.stringContaining(message)]);
  });
});

describe('a file', () => {
  test('has no default export', () => {
    write('core/a.ts', 'export default 1;\n');
    expect(faults()).toEqual([expect.stringContaining('core/a.ts:1\n  Here is a default export')]);
  });

  test.each([
    ['core/all.ts', "export * from './a.ts';\n"],
    ['core/some.ts', "export { a } from './a.ts';\n"],
    ['core/index.ts', 'export const b = 1;\n'],
  ])('is no barrel: %s', (path, text) => {
    write('core/a.ts', 'export const a = 1;\n');
    write(path, text);
    expect(faults()).toHaveLength(1);
  });

  test('has 400 lines at most', () => {
    write('core/long.ts', 'export {};\n'.repeat(401));
    write('core/enough.ts', 'export {};\n'.repeat(400));
    expect(faults()).toEqual([expect.stringContaining('The file has 401 lines')]);
  });

  test('reads the environment only in server/config.ts', () => {
    write('server/http/a.ts', "export const a = process.env['A'];\nexport const b = 2;\n");
    write('payments/b.ts', "import { env } from 'node:process';\nexport const b = env;\n");
    write('payments/b.test.ts', 'process.env.B;\n');
    expect(faults()).toEqual([
      expect.stringContaining('payments/b.ts:1\n  Only server/config.ts reads the environment'),
      expect.stringContaining('server/http/a.ts:1\n  Only server/config.ts reads the environment'),
    ]);
  });

  test('that is long, and a use case that is long, are only mentioned', () => {
    write('core/long.ts', 'export {};\n'.repeat(201));
    write('server/bookings/book-car.ts', `export function bookCar() {\n${'  1;\n'.repeat(60)}}\n`);
    expect(faults()).toEqual([]);
    expect(checkTree(root).softLimits).toEqual([
      'core/long.ts: 201 lines',
      'server/bookings/book-car.ts:1: bookCar has 62 lines',
    ]);
  });
});

describe('migrations', () => {
  test('must be recorded', () => {
    write('database/migrations/0001-first.sql', 'SELECT 1;');
    expect(faults()).toEqual([expect.stringContaining('--record-migrations')]);
    expect(recordMigrations(root)).toEqual(['0001-first.sql']);
    expect(faults()).toEqual([]);
  });

  test('never change once they are recorded, also not by recording again', () => {
    write('database/migrations/0001-first.sql', 'SELECT 1;');
    recordMigrations(root);
    write('database/migrations/0001-first.sql', 'SELECT 2;');
    expect(recordMigrations(root)).toEqual([]);
    expect(faults()).toEqual([expect.stringContaining('A recorded migration was changed')]);
  });

  test('are never removed once they are recorded', () => {
    write('database/migrations/0001-first.sql', 'SELECT 1;');
    recordMigrations(root);
    rmSync(join(root, 'database/migrations/0001-first.sql'));
    expect(faults()).toEqual([expect.stringContaining('A recorded migration is missing')]);
  });

  test('only go forward', () => {
    write('database/migrations/0002-second.sql', 'SELECT 1;');
    recordMigrations(root);
    write('database/migrations/0001-first.sql', 'SELECT 1;');
    expect(faults()).toEqual([expect.stringContaining('Give it a number after 0002-second.sql')]);
  });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function faults(): string[] {
  return checkTree(root).faults.map(describeFault).sort();
}

describe('credentials', () => {
  test.each([
    'const a = request.headers.cookie;',
    'const { host, cookie } = request.headers;',
    "const a = request.headers['authorization'];",
    "const a = headers.get('Cookie');",
    'const a = request.raw.rawHeaders;',
  ])('have one reader: %s', (line) => {
    write('server/http/other.ts', `${line}\n`);
    expect(faults()).toEqual([expect.stringMatching(/^server\/http\/other\.ts:1\n {2}(Here is a second|Only the)/)]);
    rmSync(join(root, 'server'), { recursive: true });
    write('identity/request-identity.ts', `${line}\n`);
    expect(faults()).toEqual([]);
  });

  test('may be sent to others', () => {
    write('server/http/sender.ts', "headers.set('authorization', key);\nsend({ headers: { authorization: key } });\n");
    expect(faults()).toEqual([]);
  });
});
