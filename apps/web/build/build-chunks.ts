import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * The modules that some entries import statically. The set is complete when the bundler knows all modules, before it
 * puts the modules into chunks.
 */
type EntryModules = {
  readonly isEntry: (id: string) => boolean;
  readonly hasModule: (id: string) => boolean;
  readonly moduleListPlugin: Plugin;
};

/**
 * Finds the modules that entries import statically; modules that are loaded later are not included.
 * @param isEntry whether a module is the entry, or one of the page components that the router fetches
 *   (`routes/_public.tsx?tsr-split=…`)
 */
function findModulesOfEntries(isEntry: (id: string) => boolean): EntryModules {
  const moduleIds = new Set<string>();
  const importedIcons = new Set<string>();
  return {
    isEntry,
    hasModule: (id) =>
      moduleIds.has(id) && (!iconModulePattern.test(id) || importedIcons.has(iconModulePattern.exec(id)?.[1] ?? '')),
    moduleListPlugin: {
      name: 'find-modules-of-entry',
      buildEnd() {
        for (const id of this.getModuleIds()) if (isEntry(id)) moduleIds.add(id);
        for (const id of moduleIds) {
          const module = this.getModuleInfo(id);
          for (const importedId of module?.importedIds ?? []) moduleIds.add(importedId);
          for (const name of listIcons(module?.code ?? '')) importedIcons.add(name);
        }
      },
    },
  };
}

const iconModulePattern = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.m?js$/;

/**
 * Returns the file names of the icons that a module imports. The icon package exports all icons from one module, so
 * only the imported names show which ones are used. The name `ArrowLeft` becomes `arrow-left`.
 */
function listIcons(code: string): string[] {
  const importedNamesText = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(code)?.[1] ?? '';
  return importedNamesText.split(',').map((name) =>
    name
      .trim()
      .replace(/\B[A-Z]/g, '-$&')
      .toLowerCase(),
  );
}

type ChunkGroup = {
  readonly name: string;
  /** Whether a module belongs to the group. The bundler requires the property name `test`. */
  readonly test: (id: string) => boolean;
  readonly includeDependenciesRecursively: false;
};

const reactModulePattern = /\/node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/;
const routerModulePattern = /\/node_modules\/(?:@tanstack|use-sync-external-store)\//;
/**
 * Matches the modules of the query package for changing data and for long lists. Most pages do not need these modules,
 * but the package's main file imports all of its modules.
 */
const unneededModulePattern =
  /\/(?:mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery|queriesObserver|useQueries)\.js$/;
/**
 * Matches modules with rules and texts that the definitions of calls import and that no page needs at its start. Two small
 * modules of the same folders are needed at the start of every page.
 */
const deferredRuleModulePattern =
  /\/packages\/(?:domain\/(?:car\/(?!car-name)|listing\/(?!word-facets)|(?:errors|import|money|payment|reservation|security)\/)|contract\/validation-texts)/;
/** Matches the modules of the home page, some of which other pages import too. */
const homeOnlyModulePattern = /\/web\/(?:features\/home\/|messages\/\w+\/home)/;

/**
 * Groups the modules that every page needs into a few files instead of thirty small ones, which compress worse and need
 * one request each. The groups are React, the router with the query cache, and the app with the routes, the layout of
 * public pages, and what Home shares with other pages.
 */
function makeChunkGroups(entry: EntryModules, layoutModules: EntryModules, homeModules: EntryModules): ChunkGroup[] {
  const isStartModule = (id: string): boolean =>
    (entry.hasModule(id) || layoutModules.hasModule(id) || homeModules.hasModule(id)) &&
    !unneededModulePattern.test(id);
  const makeGroup = (name: string, test: ChunkGroup['test']): ChunkGroup => ({
    name,
    test,
    includeDependenciesRecursively: false,
  });
  return [
    makeGroup('react', (id) => reactModulePattern.test(id)),
    makeGroup('router', (id) => isStartModule(id) && routerModulePattern.test(id)),
    makeGroup('home', (id) => homeOnlyModulePattern.test(id) && homeModules.hasModule(id)),
    makeGroup(
      'application',
      (id) => isStartModule(id) && !deferredRuleModulePattern.test(id) && !homeModules.isEntry(id),
    ),
  ];
}
/** Returns how the modules of the web app are grouped into files. @param root folder of the web app */
export function makeChunkOptions(root: string) {
  const findModulesOfPage = (file: string) =>
    findModulesOfEntries((id) => id.startsWith(`${join(root, 'routes', file)}?tsr-split`));
  const entry = findModulesOfEntries((id) => id === join(root, 'app/entry-client.tsx'));
  const layoutModules = findModulesOfPage('_public.tsx');
  const homeModules = findModulesOfPage('_public/index.tsx');
  return {
    plugins: [entry.moduleListPlugin, layoutModules.moduleListPlugin, homeModules.moduleListPlugin],
    groups: makeChunkGroups(entry, layoutModules, homeModules),
  };
}
