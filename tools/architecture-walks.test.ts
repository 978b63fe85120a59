import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { resolveImport } from './structure/resolve-import.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readSource = (file: string): string => readFileSync(root + file, 'utf8');
const walksSection = readSource('docs/architecture.md').split('\n## Five walks\n')[1] ?? '';

/** Maximum number of files that a reader opens in each walk of docs/architecture.md. */
const fileLimitsByWalk = { price: 30, search: 28, image: 16, row: 25, permission: 8 };

const documentedWalks = walksSection
  .split('\n### ')
  .slice(1)
  .map((text) => {
    const [, title = '', count = ''] = /^(.+): (\d+) files$/m.exec(text) ?? [];
    const walkSteps = [...text.matchAll(/^(\d+)\. `([^`]+)` (.+)$/gm)].map(([, place = '', file = '', how = '']) => ({
      place: Number(place),
      file,
      how,
    }));
    return { title, count: Number(count), steps: walkSteps };
  });

/** The paths of the files that a file imports or starts. An import of a package by its name has no file extension. */
function listImports(file: string): string[] {
  const links = [...readSource(file).matchAll(/(?:from |import\(|new URL\()'([^']+)'/g)].map(([, link = '']) => link);
  return links.flatMap((link) => {
    const target = resolveImport(file, link);
    return target.kind === 'file' ? [target.path.replace(/\.tsx?$/, '')] : [];
  });
}

describe('the walks of docs/architecture.md', () => {
  it('are five, and none has more files than its limit', () => {
    expect(documentedWalks).toHaveLength(5);
    for (const [walkName, maximum] of Object.entries(fileLimitsByWalk)) {
      const matchingWalks = documentedWalks.filter(({ title }) => title.split(',')[0]?.includes(walkName));
      expect(matchingWalks.map(({ count }) => count <= maximum)).toEqual([true]);
    }
  });

  it.each(documentedWalks)(
    '$title: has the stated number of files, each listed once',
    ({ count, steps: walkSteps }) => {
      expect(walkSteps.map(({ place }) => place)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
      expect(walkSteps.filter(({ file }) => !existsSync(root + file))).toEqual([]);
      expect(new Set(walkSteps.map(({ file }) => file)).size).toBe(count);
    },
  );

  it.each(documentedWalks)(
    '$title: each file is imported by a file listed before it, or the step says how the file is reached',
    ({ steps: walkSteps }) => {
      const reachedFiles = new Set<string>();
      const unreachedSteps = walkSteps.filter(({ file, how, place }) => {
        const isReached = place === 1 || how.startsWith('by ') || reachedFiles.has(file.replace(/\.tsx?$/, ''));
        for (const importedFile of listImports(file)) reachedFiles.add(importedFile);
        return !isReached;
      });
      expect(unreachedSteps).toEqual([]);
    },
  );
});
