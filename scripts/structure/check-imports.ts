import type { Fault } from './fault.ts';
import { resolveImport, type Target } from './resolve-import.ts';
import { type RoomName, rooms } from './rooms.ts';
import { type ImportLink, isConfig, isTest, roomOf, type SourceFile } from './source-file.ts';

/** Packages that tests of a room without packages may use. */
const testPackages = ['vitest', 'fast-check'];

/** One-way arrows between rooms, the way an import is written, and rooms that must stay free of a platform. */
export function checkImports(files: readonly SourceFile[]): Fault[] {
  return files.flatMap((file) => {
    const room = roomOf(file.path);
    if (room === undefined) return [];
    return file.imports.flatMap((link) => checkImport(file, room, link));
  });
}

function checkImport(file: SourceFile, room: RoomName, link: ImportLink): Fault[] {
  const target = resolveImport(file.path, link.specifier);
  const wrong = target.kind === 'file' ? checkArrow(file, room, link, target) : checkPlatform(file, room, target);
  return wrong ? [{ file: file.path, line: link.line, ...wrong }] : [];
}

type Complaint = Pick<Fault, 'wrong' | 'mend'> | undefined;

function checkArrow(
  file: SourceFile,
  room: RoomName,
  link: ImportLink,
  target: Extract<Target, { kind: 'file' }>,
): Complaint {
  if (target.room === undefined) {
    if (target.how === 'relative' && room === 'scripts') return undefined;
    return {
      wrong: `'${link.specifier}' leads to no room of the house.`,
      mend: `The rooms are ${Object.keys(rooms).join(', ')}.`,
    };
  }
  if (target.room !== room && !rooms[room].imports.includes(target.room)) return forbiddenArrow(room, target.room);
  if (target.room !== room && target.how === 'relative') {
    const withoutEnding = target.path.slice(target.room.length + 1).replace(/\.tsx?$/, '');
    return {
      wrong: `'${link.specifier}' reaches into the room ${target.room} by a relative path.`,
      mend: `Import '@carhouse/${target.room}/${withoutEnding}' instead.`,
    };
  }
  if (target.room === room && target.how === 'room') {
    return {
      wrong: `'${link.specifier}' goes out of the room ${room} and in again.`,
      mend: 'Import it by its relative path, with the ending .ts.',
    };
  }
  if (target.how === 'room' && /\.tsx?$/.test(link.specifier)) {
    return {
      wrong: `'${link.specifier}' carries a file ending.`,
      mend: `Write '${link.specifier.replace(/\.tsx?$/, '')}': a room's exports add the ending.`,
    };
  }
  if (target.how === 'relative' && !/\.[a-z0-9]+$/.test(target.path)) {
    return {
      wrong: `'${link.specifier}' has no file ending, and Node needs one.`,
      mend: `Write the ending of the file, for example '${link.specifier}.ts'.`,
    };
  }
  return checkTestImport(file, target);
}

function forbiddenArrow(room: RoomName, target: RoomName): Complaint {
  const allowed = rooms[room].imports.join(', ') || 'nothing';
  const advice: Partial<Record<RoomName, string>> = {
    web: 'The server loads the built web app from web/dist; what both need belongs into contract/ or core/.',
    server: 'Pass the value in from server/context.ts, or move the pure part to core/.',
    database: 'Read the database in server/ and pass values in; pure rules belong into core/.',
    contract: 'Wire shapes are translated in server/ (present-*.ts); what the domain needs belongs into core/.',
  };
  return {
    wrong: `${room}/ may import ${allowed}, but not ${target}/ (${target}/ holds ${rooms[target].holds}).`,
    mend: advice[target] ?? `Pass it in from server/context.ts, or move what both need to core/ if it is a pure rule.`,
  };
}

function checkTestImport(file: SourceFile, target: Extract<Target, { kind: 'file' }>): Complaint {
  if (isTest(file.path) || !isTest(target.path) || roomOf(file.path) === 'scripts') return undefined;
  if (roomOf(file.path) === 'e2e' || roomOf(file.path) === 'bench') return undefined;
  return {
    wrong: `A source file imports ${target.path}, which is there for tests only.`,
    mend: 'Move what the product needs out of the test file.',
  };
}

function checkPlatform(file: SourceFile, room: RoomName, target: Exclude<Target, { kind: 'file' }>): Complaint {
  const testing = isTest(file.path) || isConfig(file.path) || file.path === 'web/build.ts';
  if (target.kind === 'node') {
    if (!rooms[room].platformFree || testing) return undefined;
    return {
      wrong: `${room}/ runs without Node, so it cannot import ${target.name}.`,
      mend: 'Do the outside work in server/ (or the room of that outside world) and pass the value in.',
    };
  }
  if (room !== 'core' || (testing && testPackages.includes(target.name))) return undefined;
  return {
    wrong: `core/ holds ${rooms.core.holds} and imports no package, but here is ${target.name}.`,
    mend: 'Put code that needs a package into the room of that outside world; core/ takes values.',
  };
}
