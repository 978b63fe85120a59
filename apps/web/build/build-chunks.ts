import type { Plugin } from 'vite';

/** The modules that an entry is hydrated with: filled when all are known, before they are put into files. */
export type EntryModules = { readonly has: (id: string) => boolean; readonly plugin: Plugin };

/** Finds what an entry imports, without itself and what it only fetches later. */
export function findModulesOf(entry: string): EntryModules {
  const ids = new Set<string>();
  const icons = new Set<string>();
  return {
    has: (id) => ids.has(id) && id !== entry && (!icon.test(id) || icons.has(icon.exec(id)?.[1] ?? '')),
    plugin: {
      name: 'find-modules-of-entry',
      buildEnd() {
        ids.add(entry);
        for (const id of ids) {
          const module = this.getModuleInfo(id);
          for (const next of module?.importedIds ?? []) ids.add(next);
          for (const name of iconsIn(module?.code ?? '')) icons.add(name);
        }
      },
    },
  };
}

const icon = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.m?js$/;

/** The package of the icons exports all of them at once: which a module uses, its own import says. `ArrowLeft`: `arrow-left`. */
function iconsIn(code: string): string[] {
  const names = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(code)?.[1] ?? '';
  return names.split(',').map((name) =>
    name
      .trim()
      .replace(/\B[A-Z]/g, '-$&')
      .toLowerCase(),
  );
}

type Group = { readonly name: string; readonly test: (id: string) => boolean };

const react = /\/node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:react-query|query-core))\//;
const router = /\/node_modules\/(?:@tanstack|use-sync-external-store)\//;
/** What other pages load with Home only. */
const homeOnly = /\/web\/(?:features\/home|home|texts\/\w+\/home\.ts)/;

/**
 * What many pages load comes in few files instead of thirty small ones, which compress worse and cost a request each: the
 * libraries, which change seldom, those of Home apart from those that only the application needs; the frame, which is
 * what Home shares with other pages; and the application, which takes over from Home or begins a page by itself.
 */
export function chunkGroups(home: EntryModules, application: EntryModules): Group[] {
  return [
    { name: 'react', test: (id) => react.test(id) },
    { name: 'router', test: (id) => router.test(id) },
    { name: 'frame', test: (id) => home.has(id) && (application.has(id) || !homeOnly.test(id)) },
    { name: 'application', test: (id) => application.has(id) },
  ];
}
