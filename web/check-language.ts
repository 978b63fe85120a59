import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Holds the texts of a language against the screens that show them: a text that is missing, or has other values than its English
 * one, is an error of types where it is used.
 * @param root the folder of the web app
 * @param folder the folder of the language under `texts/`
 */
export async function checkLanguage(root: string, folder: string): Promise<void> {
  const place = join(root, '.cache', `language-${process.pid}`);
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: { noEmit: true, incremental: false, paths: { '#texts/*': [`../../texts/${folder}/*.ts`] } },
    include: ['../../**/*.ts', '../../**/*.tsx'],
    exclude: [
      '../../dist',
      '../../texts/en',
      '../../**/*.test.ts',
      '../../build.ts',
      '../../check-language.ts',
      '../../vite.config.ts',
    ],
  };
  await mkdir(place, { recursive: true });
  try {
    await writeFile(join(place, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
    await run(process.execPath, [tsc, '-p', place, '--pretty', 'false'], { maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
    throw new Error(`The texts of ${folder} are not whole:\n${said}`, { cause: error });
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
