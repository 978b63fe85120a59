import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { stripCallSchemas } from './strip-call-schemas.ts';

const contractSource = `
import { z } from './validator.ts';
const item = z.object({ name: z.string().check(z.max(4)) });
function call(definition) { return definition; }
export const list = call({ method: 'GET', path: '/api/items', summary: 'Secret words', answers: { 200: z.array(item) } });
function move(path, summary, lane) { return call({ method: 'POST', path, summary, ...(lane === undefined ? {} : { upload: lane }) }); }
export const sell = move('/api/sale', 'Secret sale', 'lane');
export const add = call({ method: 'POST', path: '/api/items', upload: true, body: item, answers: { 200: item } });
`;
const validatorSource = `export const z = new Proxy({}, { get: () => { console.log('validator'); return () => z; } });`;

test('the browser code contains method, path and upload of a call, and no validator', async () => {
  const root = await mkdtemp(join(tmpdir(), 'contract-'));
  try {
    await writeFile(join(root, 'items.ts'), contractSource);
    await writeFile(join(root, 'validator.ts'), validatorSource);
    await writeFile(
      join(root, 'entry.ts'),
      `import { add, list, sell } from './items.ts'; globalThis.calls = { add, list, sell };`,
    );
    const buildOutput = (await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [stripCallSchemas(root)],
      build: {
        write: false,
        rolldownOptions: { input: join(root, 'entry.ts'), treeshake: { moduleSideEffects: false } },
      },
    })) as Rolldown.RolldownOutput;
    const code = buildOutput.output[0].code;
    expect(code).toContain('/api/items');
    expect(code).not.toMatch(/validator|Secret|answers/);
    const target: { calls?: unknown } = {};
    runInNewContext(code, target);
    expect(target.calls).toEqual({
      add: { method: 'POST', path: '/api/items', upload: true },
      list: { method: 'GET', path: '/api/items' },
      sell: { method: 'POST', path: '/api/sale', upload: 'lane' },
    });
  } finally {
    await rm(root, { recursive: true });
  }
});
