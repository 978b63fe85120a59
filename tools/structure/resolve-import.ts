import { posix } from 'node:path';
import { type AreaName, findAreaOfPath, findPackageFolder } from './areas.ts';

export type ImportTarget =
  | { kind: 'file'; path: string; area: AreaName | undefined; specifierForm: 'relative' | 'package' }
  | { kind: 'node'; name: string }
  | { kind: 'package'; name: string };

/**
 * Returns the target of an import.
 * @param from path of the importing file
 * @param specifier text of the import in the source, with or without a query such as `?url`
 */
export function resolveImport(from: string, specifier: string): ImportTarget {
  const pathWithoutQuery = specifier.replace(/\?.*$/, '');
  if (pathWithoutQuery.startsWith('.')) {
    const path = posix.normalize(posix.join(posix.dirname(from), pathWithoutQuery));
    return { kind: 'file', path, area: findAreaOfPath(path), specifierForm: 'relative' };
  }
  const packageImportMatch = /^@carhouse\/([^/]+)(?:\/(.+))?$/.exec(pathWithoutQuery);
  if (packageImportMatch) {
    const [, name = '', rest = ''] = packageImportMatch;
    const path = `${findPackageFolder(name) ?? name}/${rest}.ts`;
    return { kind: 'file', path, area: findAreaOfPath(path), specifierForm: 'package' };
  }
  if (pathWithoutQuery.startsWith('node:')) return { kind: 'node', name: pathWithoutQuery };
  const [scope = '', name = ''] = pathWithoutQuery.split('/');
  return { kind: 'package', name: scope.startsWith('@') ? `${scope}/${name}` : scope };
}
