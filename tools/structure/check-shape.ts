import { areaOf } from './areas.ts';
import type { Fault } from './fault.ts';
import { isConfig, isTest, type SourceFile } from './source-file.ts';

/** In lines. The soft limits are only told with --verbose. */
export const limits = { file: 400, softFile: 200, softUseCase: 60 };

/** The shape of a single file: its length, its exports, and who may read the environment. */
export function checkShape(files: readonly SourceFile[]): Fault[] {
  return files.flatMap((file) => [
    ...checkLength(file),
    ...checkBarrel(file),
    ...checkDefaultExport(file),
    ...checkEnvironment(file),
  ]);
}

function checkLength(file: SourceFile): Fault[] {
  if (file.lines <= limits.file) return [];
  const wrong = `The file has ${file.lines} lines; ${limits.file} are the most.`;
  return [{ file: file.path, wrong, mend: 'Split it by noun or by use case.' }];
}

function checkBarrel(file: SourceFile): Fault[] {
  const mend = 'Let the importers name the file that defines the thing.';
  if (file.starReExport !== undefined) {
    return [
      { file: file.path, line: file.starReExport, wrong: '`export * from` hides where a name comes from.', mend },
    ];
  }
  if (file.onlyReExports) return [{ file: file.path, wrong: 'The file does nothing but re-export others.', mend }];
  if (/(^|\/)index\.[a-z]+$/.test(file.path) && !file.path.startsWith('apps/web/routes/')) {
    const named = 'Name the file after what it holds; importers name it in full.';
    return [{ file: file.path, wrong: 'An index file says nothing about what is inside.', mend: named }];
  }
  return [];
}

function checkDefaultExport(file: SourceFile): Fault[] {
  // Playwright calls the default export of these two.
  if (file.defaultExport === undefined || isConfig(file.path)) return [];
  if (/^tests\/e2e\/global-(setup|teardown)\.ts$/.test(file.path)) return [];
  const mend = 'Export it by its name, so that it is called the same everywhere.';
  return [{ file: file.path, line: file.defaultExport, wrong: 'Here is a default export.', mend }];
}

function checkEnvironment(file: SourceFile): Fault[] {
  if (mayReadEnvironment(file.path)) return [];
  return file.environmentReads.map((line) => ({
    file: file.path,
    line,
    wrong: 'Only apps/server/config.ts reads the environment.',
    mend: 'Add the value to the configuration there and take it as an argument here.',
  }));
}

function mayReadEnvironment(path: string): boolean {
  if (path === 'apps/server/config.ts' || path === 'apps/web/build.ts' || isConfig(path) || isTest(path)) return true;
  return ['commands', 'tests', 'tools'].includes(areaOf(path) ?? '');
}

/** What could be better without being forbidden: long files and long use cases. */
export function listSoftLimits(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const long = file.lines > limits.softFile ? [`${file.path}: ${file.lines} lines`] : [];
    if (areaOf(file.path) !== 'apps/server' || isTest(file.path)) return long;
    const functions = file.functions.filter((each) => each.lines > limits.softUseCase);
    return [...long, ...functions.map((each) => `${file.path}:${each.line}: ${each.name} has ${each.lines} lines`)];
  });
}
