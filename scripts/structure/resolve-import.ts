import { posix } from 'node:path';
import { isRoomName, type RoomName } from './rooms.ts';
import { roomOf } from './source-file.ts';

export type Target =
  | { kind: 'file'; path: string; room: RoomName | undefined; how: 'relative' | 'room' }
  | { kind: 'node'; name: string }
  | { kind: 'package'; name: string };

/**
 * Where an import leads.
 * @param from path of the importing file
 * @param specifier as written, with or without a query such as `?url`
 */
export function resolveImport(from: string, specifier: string): Target {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('.')) {
    const path = posix.normalize(posix.join(posix.dirname(from), bare));
    return { kind: 'file', path, room: roomOf(path), how: 'relative' };
  }
  const own = /^@carhouse\/([^/]+)(?:\/(.+))?$/.exec(bare);
  if (own) {
    const [, room = '', rest = ''] = own;
    return { kind: 'file', path: `${room}/${rest}.ts`, room: isRoomName(room) ? room : undefined, how: 'room' };
  }
  if (bare.startsWith('node:')) return { kind: 'node', name: bare };
  const [scope = '', name = ''] = bare.split('/');
  return { kind: 'package', name: scope.startsWith('@') ? `${scope}/${name}` : scope };
}
