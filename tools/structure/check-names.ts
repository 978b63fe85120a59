import { areas, findAreaOfPath } from './areas.ts';
import type { Fault } from './fault.ts';

const kebabCasePattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const meaninglessWordPattern = /^(utils?|helpers?|misc|common)$/;

/**
 * Checks the names of files and folders: known areas, no words without meaning, and kebab-case where Biome does not
 * check it.
 */
export function checkNames(paths: readonly string[]): Fault[] {
  return paths.filter((path) => /\.(ts|tsx|mjs|js|css|sql)$/.test(path)).flatMap(checkName);
}

function checkName(path: string): Fault[] {
  const faults: Fault[] = [];
  if (path.includes('/') && findAreaOfPath(path) === undefined) {
    faults.push({
      file: path,
      problem: `${path.split('/').slice(0, 2).join('/')} is in none of the areas.`,
      remedy: `Put the file into one of ${Object.keys(areas).join(', ')}, or record a new area in tools/structure/areas.ts.`,
    });
  }
  // The router gives `$`, `_` and `.` in the names of route files a meaning.
  if (path.startsWith('apps/web/routes/')) return faults;
  for (const [index, pathPart] of path.split('/').entries()) {
    const nameWithoutEnding = pathPart.replace(/\..*$/, '');
    // Biome checks the names of code files (useFilenamingConvention), but not those of folders.
    const isCodeFile = index === path.split('/').length - 1 && /\.(ts|tsx|mjs|js)$/.test(pathPart);
    if (!isCodeFile && !kebabCasePattern.test(nameWithoutEnding)) {
      faults.push({
        file: path,
        problem: `'${pathPart}' is not kebab-case.`,
        remedy: `Call it '${toKebab(pathPart)}'.`,
      });
    }
    if (nameWithoutEnding.split('-').some((word) => meaninglessWordPattern.test(word))) {
      faults.push({
        file: path,
        problem: `'${pathPart}' does not say what is inside.`,
        remedy: 'Name the file after the noun or the use case that it serves, and split it if there are several.',
      });
    }
  }
  return faults;
}

function toKebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[_\s]+/g, '-')
    .toLowerCase();
}
