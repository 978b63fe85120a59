import { type AreaName, areas, findAreaOfPath, findPackageOfPath } from './areas.ts';
import type { Fault } from './fault.ts';
import { type ImportTarget, resolveImport } from './resolve-import.ts';
import { type ImportLink, isConfig, isTest, type SourceFile } from './source-file.ts';

/** Packages that the tests of an area may use when the area itself uses no packages. */
const testPackages = ['vitest', 'fast-check'];

/**
 * Checks the allowed imports between areas, the form of import specifiers, and areas that must not depend on a
 * platform.
 */
export function checkImports(files: readonly SourceFile[]): Fault[] {
  return files.flatMap((file) => {
    const area = findAreaOfPath(file.path);
    if (area === undefined) return [];
    return file.imports.flatMap((link) => checkImport(file, area, link));
  });
}

function checkImport(file: SourceFile, area: AreaName, link: ImportLink): Fault[] {
  const target = resolveImport(file.path, link.specifier);
  const importProblem =
    target.kind === 'file' ? checkAreaImport(file, area, link, target) : checkPlatform(file, area, target);
  return importProblem ? [{ file: file.path, line: link.line, ...importProblem }] : [];
}

type ImportProblem = Pick<Fault, 'problem' | 'remedy'> | undefined;
type FileTarget = Extract<ImportTarget, { kind: 'file' }>;

function checkAreaImport(file: SourceFile, area: AreaName, link: ImportLink, target: FileTarget): ImportProblem {
  if (target.area === undefined) {
    if (target.specifierForm === 'relative' && area === 'tools') return undefined;
    return {
      problem: `'${link.specifier}' leads to no package of this project.`,
      remedy: `The areas are ${Object.keys(areas).join(', ')}.`,
    };
  }
  if (target.area !== area && !isImportAllowed(file, area, target.area))
    return describeForbiddenImport(area, target.area);
  return checkSpecifierForm(file, link, target) ?? checkTestImport(file, area, target);
}

/** Whether a file may import from an area. For their set-up, tests may use any package below the apps. */
function isImportAllowed(file: SourceFile, area: AreaName, target: AreaName): boolean {
  if (areas[area].imports.includes(target)) return true;
  const setUpAreas: readonly AreaName[] = ['packages/embedded-postgres', 'packages/importer'];
  return area === 'packages/database' && isTest(file.path) && setUpAreas.includes(target);
}

function checkSpecifierForm(file: SourceFile, link: ImportLink, target: FileTarget): ImportProblem {
  const [from, to] = [findPackageOfPath(file.path), findPackageOfPath(target.path)];
  const allowsRelativeImport = from === to || to === undefined || ['tools', 'commands', 'tests'].includes(to);
  if (!allowsRelativeImport && target.specifierForm === 'relative') {
    const pathWithoutEnding = target.path.slice(to.length + 1).replace(/\.tsx?$/, '');
    return {
      problem: `'${link.specifier}' reaches into ${to}/ by a relative path.`,
      remedy: `Import '@carhouse/${to.split('/').at(-1)}/${pathWithoutEnding}' instead.`,
    };
  }
  if (from === to && target.specifierForm === 'package') {
    return {
      problem: `'${link.specifier}' leaves ${from}/ and comes back.`,
      remedy: 'Import it by its relative path, with the ending .ts.',
    };
  }
  if (target.specifierForm === 'package' && /\.tsx?$/.test(link.specifier)) {
    return {
      problem: `'${link.specifier}' carries a file ending.`,
      remedy: `Write '${link.specifier.replace(/\.tsx?$/, '')}': the exports of a package add the ending.`,
    };
  }
  if (target.specifierForm === 'relative' && !/\.[a-z0-9]+$/.test(target.path)) {
    return {
      problem: `'${link.specifier}' has no file ending, and Node needs one.`,
      remedy: `Write the ending of the file, for example '${link.specifier}.ts'.`,
    };
  }
  return undefined;
}

function describeForbiddenImport(area: AreaName, target: AreaName): ImportProblem {
  const allowedAreasText = areas[area].imports.join(', ') || 'nothing';
  const adviceByArea: Partial<Record<AreaName, string>> = {
    'apps/web':
      'The server loads the built web app from apps/web/dist; what both need belongs into packages/contract/ or packages/domain/.',
    'apps/server': 'Pass the value in from apps/server/context.ts, or move the pure part to packages/domain/.',
    'packages/database':
      'Read the database in apps/server/ and pass values in; pure rules belong into packages/domain/.',
    'packages/contract':
      'The shapes of the API are made in apps/server/ (present-*.ts); what the domain needs belongs into packages/domain/.',
  };
  return {
    problem: `${area}/ may import ${allowedAreasText}, but not ${target}/ (${target}/ holds ${areas[target].contents}).`,
    remedy:
      adviceByArea[target] ??
      'Pass it in from apps/server/context.ts, or move what both need to packages/domain/ if it is a pure rule.',
  };
}

function checkTestImport(file: SourceFile, area: AreaName, target: FileTarget): ImportProblem {
  if (isTest(file.path) || !isTest(target.path) || ['tests', 'tools', 'commands'].includes(area)) return undefined;
  return {
    problem: `A source file imports ${target.path}, which is there for tests only.`,
    remedy: 'Move what the product needs out of the test file.',
  };
}

function checkPlatform(
  file: SourceFile,
  area: AreaName,
  target: Exclude<ImportTarget, { kind: 'file' }>,
): ImportProblem {
  const isBuildFile = file.path === 'apps/web/build.ts' || file.path.startsWith('apps/web/build/');
  const testingFolder = isTest(file.path) || isConfig(file.path) || isBuildFile;
  if (target.kind === 'node') {
    if (!areas[area].isPlatformFree || testingFolder) return undefined;
    return {
      problem: `${area}/ also runs outside Node, so it cannot import ${target.name}.`,
      remedy: 'Do the outside work in apps/server/ or in the package of that outside world, and pass the value in.',
    };
  }
  if (area !== 'packages/domain' || (testingFolder && testPackages.includes(target.name))) return undefined;
  return {
    problem: `packages/domain/ holds ${areas[area].contents} and imports no package, but here is ${target.name}.`,
    remedy: 'Put code that needs a package into the package of that outside world; packages/domain/ takes values.',
  };
}
