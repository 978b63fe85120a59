import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Biome and oxlint check these rules of docs/architecture.md, so tools/structure does not check them.
const projectFolder = fileURLToPath(new URL('..', import.meta.url));
const runFile = promisify(execFile);
let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'carhouse-lint-'));
  const config = JSON.parse(readFileSync(join(projectFolder, 'biome.json'), 'utf8'));
  writeSource('biome.json', JSON.stringify({ ...config, $schema: undefined, vcs: { enabled: false } }));
  cpSync(join(projectFolder, '.oxlintrc.json'), join(root, '.oxlintrc.json'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each([
  ['packages/domain/carFacts.ts', 'export const a = 1;', 'useFilenamingConvention'],
  ['packages/domain/price_rules.tsx', 'export const a = 1;', 'useFilenamingConvention'],
  ['tools/setup/carFacts.mjs', 'export const a = 1;', 'useFilenamingConvention'],
  ['packages/domain/standard.ts', 'export default 1;', 'noDefaultExport'],
  ['packages/domain/all.ts', "export * from './a.ts';", 'noBarrelFile'],
  ['packages/domain/some.ts', "export { a } from './a.ts';\nexport const b = 1;", 'noBarrelFile'],
  ['apps/server/http/direct.ts', 'export const a = process.env.PORT;', 'noProcessEnv'],
  ['packages/payments/named.ts', "import { env } from 'node:process';\nexport const a = env.PORT;", 'noProcessEnv'],
  [
    'packages/payments/whole.ts',
    "import process from 'node:process';\nexport const a = process.env.PORT;",
    'noProcessEnv',
  ],
])('Biome refuses %s', async (path, text, rule) => {
  writeSource(path, `${text}\n`);
  expect(await listViolatedBiomeRules(path)).toContain(rule);
});

test.each([
  ['apps/server/config.ts', 'export const port = process.env.PORT;'],
  ['commands/show.ts', 'export const port = process.env.PORT;'],
  ['packages/auth/sign-in.test.ts', 'export const port = process.env.PORT;'],
  ['apps/web/routes/myProduct.tsx', 'export const a = 1;'],
  ['apps/web/vite.config.ts', 'export default 1;'],
])('Biome accepts %s', async (path, text) => {
  writeSource(path, `${text}\n`);
  expect(await listViolatedBiomeRules(path)).toEqual([]);
});

test('oxlint finds cycles of files: by packages, by type imports, and through generated files', async () => {
  writeSource('packages/domain/package.json', '{"name":"@carhouse/domain","exports":{"./*":"./*.ts"}}');
  mkdirSync(join(root, 'node_modules/@carhouse'), { recursive: true });
  symlinkSync(join(root, 'packages/domain'), join(root, 'node_modules/@carhouse/domain'), 'dir');
  writeSource('packages/domain/a.ts', "import type { B } from '@carhouse/domain/b';\nexport type A = { b: B };\n");
  writeSource('packages/domain/b.ts', "import type { A } from './a.ts';\nexport type B = { a?: A };\n");
  writeSource('apps/web/route.ts', "import type { Tree } from './tree.gen.ts';\nexport const route = {} as Tree;\n");
  writeSource(
    'apps/web/tree.gen.ts',
    "import { route } from './route.ts';\nexport type Tree = { route: typeof route };\n",
  );
  writeSource('apps/web/straight.ts', "import { route } from './route.ts';\nexport const other = route;\n");
  expect(await findFilesInCycles()).toEqual(['apps/web/route.ts', 'packages/domain/a.ts', 'packages/domain/b.ts']);
});

function writeSource(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Returns the names of the rules that a file violates, according to the project's Biome configuration. */
async function listViolatedBiomeRules(path: string): Promise<string[]> {
  const { diagnostics } = JSON.parse(await readOutput('biome', ['lint', '--reporter=json', path]));
  return diagnostics
    .map(({ category }: { category: string }) => category.split('/').at(-1) ?? '')
    .filter((rule: string) => /^(useFilenamingConvention|noDefaultExport|noBarrelFile|noProcessEnv)$/.test(rule));
}

async function findFilesInCycles(): Promise<string[]> {
  const text = await readOutput('oxlint', ['--format=unix', 'packages', 'apps']);
  const lines = text.split('\n').filter((line) => line.includes('import(no-cycle)'));
  return [...new Set(lines.map((line) => line.split(':')[0] ?? ''))].sort();
}

/** Returns the output of a linter, which exits with 1 when it finds a fault. */
async function readOutput(command: string, args: string[]): Promise<string> {
  const result = runFile(join(projectFolder, 'node_modules/.bin', command), args, { cwd: root });
  return (await result.catch((error: { stdout: string }) => error)).stdout;
}
