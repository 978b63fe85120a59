import { posix } from 'node:path';
import { type AreaName, areaOf, packageFolder } from './areas.ts';

export type ImportTarget =
  | { kind: 'file'; path: string; area: AreaName | undefined; how: 'relative' | 'package' }
  | { kind: 'node'; name: string }
  | { kind: 'package'; name: string };

/**
 * The target of an import.
 * @param from path of the importing file
 * @param specifier as it is written in the source, with or without a query such as `?url`
 */
export function resolveImport(from: string, specifier: string): ImportTarget {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('.')) {
    const path = posix.normalize(posix.join(posix.dirname(from), bare));
    return { kind: 'file', path, area: areaOf(path), how: 'relative' };
  }
  const own = /^@carhouse\/([^/]+)(?:\/(.+))?$/.exec(bare);
  if (own) {
    const [, name = '', rest = ''] = own;
    const path = `${packageFolder(name) ?? name}/${rest}.ts`;
    return { kind: 'file', path, area: areaOf(path), how: 'package' };
  }
  if (bare.startsWith('node:')) return { kind: 'node', name: bare };
  const [scope = '', name = ''] = bare.split('/');
  return { kind: 'package', name: scope.startsWith('@') ? `${scope}/${name}` : scope };
}
