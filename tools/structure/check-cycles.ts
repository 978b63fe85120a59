import type { Fault } from './fault.ts';
import { resolveImport } from './resolve-import.ts';
import type { SourceFile } from './source-file.ts';

/** Files that import each other in a circle; each circle is told once, at its first file. */
export function checkCycles(files: readonly SourceFile[]): Fault[] {
  const paths = new Set(files.map((file) => file.path));
  const graph = new Map(files.map((file) => [file.path, targetsOf(file, paths)]));
  const state = new Map<string, 'open' | 'done'>();
  const circles: string[][] = [];
  for (const path of graph.keys()) walk(path, []);
  return circles.map((circle) => ({
    file: circle[0] ?? '',
    wrong: `Files import each other in a circle: ${[...circle, circle[0]].join(' → ')}.`,
    mend: 'Move what they share into a third file that imports neither of them.',
  }));

  function walk(path: string, trail: string[]): void {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      circles.push(trail.slice(trail.indexOf(path)));
      return;
    }
    state.set(path, 'open');
    for (const next of graph.get(path) ?? []) walk(next, [...trail, path]);
    state.set(path, 'done');
  }
}

function targetsOf(file: SourceFile, paths: ReadonlySet<string>): string[] {
  const targets = file.imports.flatMap((link) => {
    const target = resolveImport(file.path, link.specifier);
    return target.kind === 'file' && paths.has(target.path) ? [target.path] : [];
  });
  return [...new Set(targets)];
}
