import { findAreaOfPath } from './areas.ts';
import type { Fault } from './fault.ts';
import { isTest, type SourceFile } from './source-file.ts';

/** The limits in lines. Files and use cases above the soft limits are only reported with --verbose. */
export const limits = { file: 400, softFile: 200, softUseCase: 60 };

/**
 * Checks the length of each file, and that no file is called index. Biome checks exports and reads of the environment,
 * and oxlint checks import cycles (tools/lint-rules.test.ts).
 */
export function checkShape(files: readonly SourceFile[]): Fault[] {
  return files.flatMap((file) => [...checkLength(file), ...checkFileName(file)]);
}

function checkLength(file: SourceFile): Fault[] {
  if (file.lineCount <= limits.file) return [];
  const lengthProblem = `The file has ${file.lineCount} lines; ${limits.file} are the most.`;
  return [{ file: file.path, problem: lengthProblem, remedy: 'Split it by noun or by use case.' }];
}

function checkFileName(file: SourceFile): Fault[] {
  if (!/(^|\/)index\.[a-z]+$/.test(file.path) || file.path.startsWith('apps/web/routes/')) return [];
  const advice = 'Name the file after what it holds; importers name it in full.';
  return [{ file: file.path, problem: 'An index file says nothing about what is inside.', remedy: advice }];
}

/** Lists long files and long use cases, which are allowed but should be shorter. */
export function listSoftLimits(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const longFiles = file.lineCount > limits.softFile ? [`${file.path}: ${file.lineCount} lines`] : [];
    if (findAreaOfPath(file.path) !== 'apps/server' || isTest(file.path)) return longFiles;
    const longFunctions = file.functions.filter((each) => each.lineCount > limits.softUseCase);
    return [
      ...longFiles,
      ...longFunctions.map((each) => `${file.path}:${each.line}: ${each.name} has ${each.lineCount} lines`),
    ];
  });
}
