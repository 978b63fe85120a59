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

describe('a valid tree', () => {
  test('has no fault', () => {
    writeSource('packages/domain/booking/booking.ts', 'export interface Booking { id: string }\n');
    writeSource(
      'packages/domain/booking/booking.test.ts',
      "import { expect } from 'vitest';\nimport './booking.ts';\nexpect(1);\n",
    );
    writeSource(
      'apps/server/bookings/book-car.ts',
      "import type { Booking } from '@carhouse/domain/booking/booking';\n",
    );
    writeSource('apps/server/bookings/routes.ts', "import './book-car.ts';\n");
    writeSource('apps/server/config.ts', 'export const port = process.env.PORT;\n');
    writeSource('apps/web/routes/$id.tsx', "import '@carhouse/contract/texts';\n");
    writeSource('vitest.config.ts', 'export default {};\n');
    writeSource('apps/stripe-sandbox/main.ts', "import fastify from 'fastify';\nfastify();\n");
    expect(listFaults()).toEqual([]);
  });
});

describe('imports', () => {
  test('of an area without an arrow are refused, with the way to correct them', () => {
    writeSource('packages/domain/price.ts', "import { query } from '@carhouse/database/query';\n");
    expect(listFaults()).toEqual([
      expect.stringContaining(
        'packages/domain/price.ts:1\n  packages/domain/ may import nothing, but not packages/database/',
      ),
    ]);
    expect(listFaults()[0]).toContain('Read the database in apps/server/');
  });

  test.each([
    ['apps/web', 'apps/server'],
    ['apps/web', 'packages/database'],
    ['packages/contract', 'packages/database'],
    ['apps/server', 'apps/web'],
    ['packages/search', 'packages/database'],
    ['packages/images', 'packages/payments'],
    ['packages/payments', 'packages/database'],
    ['packages/mail', 'apps/server'],
    ['packages/database', 'packages/auth'],
    ['apps/stripe-sandbox', 'packages/domain'],
    ['apps/server', 'tests/e2e'],
  ])('never lead from %s to %s', (from, to) => {
    writeSource(
      `${from}/${from === 'apps/server' ? 'http/' : ''}link.ts`,
      `import '@carhouse/${to.split('/').at(-1)}/anything';\n`,
    );
    expect(listFaults()).toEqual([expect.stringContaining(`but not ${to.replace(/^tests\/.*/, 'tests')}/`)]);
  });

  test('are found in type imports, re-exports and import()', () => {
    writeSource('packages/domain/a.ts', "export type A = import('@carhouse/server/app').App;\n");
    writeSource('packages/domain/b.ts', "export { b } from '@carhouse/server/app';\nexport const c = 1;\n");
    writeSource('packages/domain/c.ts', "export const load = () => import('@carhouse/server/app');\n");
    expect(listFaults()).toHaveLength(3);
  });

  test('in comments and strings are ignored', () => {
    writeSource(
      'packages/domain/a.ts',
      "// import '@carhouse/server/app';\nexport const text = `import '@carhouse/server/app'`;\n",
    );
    expect(listFaults()).toEqual([]);
  });

  test('use the name of another package and not a relative path', () => {
    writeSource('packages/contract/schema.ts', "import '../domain/money/money.ts';\n");
    expect(listFaults()).toEqual([expect.stringContaining("Import '@carhouse/domain/money/money' instead")]);
  });

  test('are relative within a package', () => {
    writeSource('packages/domain/a.ts', "import '@carhouse/domain/b';\n");
    expect(listFaults()).toEqual([expect.stringContaining('leaves packages/domain/ and comes back')]);
  });

  test('have an extension when relative and none for a package', () => {
    writeSource('packages/contract/a.ts', "import './b';\nimport '@carhouse/domain/c.ts';\n");
    expect(listFaults()).toEqual([
      expect.stringContaining('has no file ending'),
      expect.stringContaining("Write '@carhouse/domain/c'"),
    ]);
  });

  test('of a package that does not exist are refused', () => {
    writeSource('apps/server/http/a.ts', "import '@carhouse/garage/cars';\n");
    expect(listFaults()).toEqual([expect.stringContaining('leads to no package of this project')]);
  });

  test('of Node or of a package are refused in core', () => {
    writeSource('packages/domain/a.ts', "import 'node:fs';\nimport 'zod';\n");
    expect(listFaults()).toEqual([
      expect.stringContaining('cannot import node:fs'),
      expect.stringContaining('imports no package, but here is zod'),
    ]);
  });

  test('of Node are refused in the web app but not in its build', () => {
    writeSource('apps/web/ui/button.tsx', "import 'node:fs';\n");
    writeSource('apps/web/build.ts', "import 'node:fs';\n");
    expect(listFaults()).toEqual([expect.stringContaining('apps/web/ui/button.tsx:1')]);
  });

  test('of test code are refused in source files', () => {
    writeSource('packages/database/query.ts', "import './testing/fresh-database.ts';\n");
    writeSource('packages/database/testing/fresh-database.ts', 'export const a = 1;\n');
    expect(listFaults()).toEqual([expect.stringContaining('which is there for tests only')]);
  });
});

describe('names', () => {
  test.each([
    ['apps/web/ui/carCard.css', "Call it 'car-card.css'"],
    ['packages/domain/Money/money.ts', "Call it 'money'"],
    ['packages/database/migrations_of_2026/0001-first.sql', "Call it 'migrations-of-2026'"],
    ['packages/domain/utils.ts', 'does not say what is inside'],
    ['apps/server/http/helpers/reply.ts', 'does not say what is inside'],
    ['packages/images/common/size.ts', 'does not say what is inside'],
    ['garage/car.ts', 'garage/car.ts is in none of the areas'],
  ])('like %s are refused', (path, message) => {
    writeSource(path, 'export const a = 1;\n');
    expect(listFaults()).toEqual([expect.stringContaining(message)]);
  });
});

describe('server/', () => {
  test.each([
    ['apps/server/bookings/booking-service.ts', "'booking-service' is not routes, present-<noun> or <verb>-<noun>"],
    ['apps/server/bookings/rules/book-car.ts', 'has no folders inside'],
    ['apps/server/services/book-car.ts', 'apps/server/services/ is neither a noun'],
    ['apps/server/mailer.ts', 'apps/server/ itself holds only main.ts'],
  ])('has no place for %s', (path, message) => {
    writeSource(path, 'export const a = 1;\n');
    expect(listFaults()).toEqual([expect.stringContaining(message)]);
  });
});

describe('a file', () => {
  test('is not called index', () => {
    writeSource('packages/domain/index.ts', 'export const b = 1;\n');
    expect(listFaults()).toEqual([expect.stringContaining('An index file says nothing')]);
  });

  test('has 400 lines at most', () => {
    writeSource('packages/domain/long.ts', 'export {};\n'.repeat(401));
    writeSource('packages/domain/enough.ts', 'export {};\n'.repeat(400));
    expect(listFaults()).toEqual([expect.stringContaining('The file has 401 lines')]);
  });

  test('that is long, and a use case that is long, are only reported', () => {
    writeSource('packages/domain/long.ts', 'export {};\n'.repeat(201));
    writeSource('apps/server/bookings/book-car.ts', `export function bookCar() {\n${'  1;\n'.repeat(60)}}\n`);
    expect(listFaults()).toEqual([]);
    expect(checkTree(root).softLimitReports).toEqual([
      'apps/server/bookings/book-car.ts:1: bookCar has 62 lines',
      'packages/domain/long.ts: 201 lines',
    ]);
  });
});

describe('migrations', () => {
  test('must be recorded', () => {
    writeSource('packages/database/migrations/0001-first.sql', 'SELECT 1;');
    expect(listFaults()).toEqual([expect.stringContaining('--record-migrations')]);
    expect(recordMigrations(root)).toEqual(['0001-first.sql']);
    expect(listFaults()).toEqual([]);
  });

  test('never change once they are recorded, also not by a second recording', () => {
    writeSource('packages/database/migrations/0001-first.sql', 'SELECT 1;');
    recordMigrations(root);
    writeSource('packages/database/migrations/0001-first.sql', 'SELECT 2;');
    expect(recordMigrations(root)).toEqual([]);
    expect(listFaults()).toEqual([expect.stringContaining('A recorded migration was changed')]);
  });

  test('are never removed once they are recorded', () => {
    writeSource('packages/database/migrations/0001-first.sql', 'SELECT 1;');
    recordMigrations(root);
    rmSync(join(root, 'packages/database/migrations/0001-first.sql'));
    expect(listFaults()).toEqual([expect.stringContaining('A recorded migration is missing')]);
  });

  test('only go forward', () => {
    writeSource('packages/database/migrations/0002-second.sql', 'SELECT 1;');
    recordMigrations(root);
    writeSource('packages/database/migrations/0001-first.sql', 'SELECT 1;');
    expect(listFaults()).toEqual([expect.stringContaining('Give it a number after 0002-second.sql')]);
  });
});

function writeSource(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function listFaults(): string[] {
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
    writeSource('apps/server/http/other.ts', `${line}\n`);
    expect(listFaults()).toEqual([
      expect.stringMatching(/^apps\/server\/http\/other\.ts:1\n {2}(Here is a second|Only the)/),
    ]);
    rmSync(join(root, 'apps/server'), { recursive: true });
    writeSource('packages/auth/request-identity.ts', `${line}\n`);
    expect(listFaults()).toEqual([]);
  });

  test('may be sent to others', () => {
    writeSource(
      'apps/server/http/sender.ts',
      "headers.set('authorization', key);\nsend({ headers: { authorization: key } });\n",
    );
    expect(listFaults()).toEqual([]);
  });
});
