import { importPhotoMutants } from './import-photo-mutants.ts';
import type { Mutant } from './mutant.ts';

const hostileFileTests = ['apps/server/imports/refuse-hostile-files.long.test.ts'];
const stoppedImportTests = ['apps/server/imports/stop-import.long.test.ts'];

/** Mutants of the budgets for uploaded files. */
export const importMutants: readonly Mutant[] = [
  {
    name: 'IM1',
    fault: 'the whole text before each list of a JSON file is searched for the name of the list',
    edits: [
      {
        file: 'packages/importer/read/json-rows.ts',
        find: 'const textBeforeList = precedingText.slice(-nameLengthMaximum);',
        replace: 'const textBeforeList = this.#objectStart + chunk.slice(from, at);',
      },
    ],
    tests: ['packages/importer/read/json-rows.test.ts'],
  },
  {
    name: 'IM2',
    fault: 'a zip archive may unpack to any number of times its size',
    edits: [
      {
        file: 'packages/importer/read/source-file.ts',
        find: 'if (exceedsRatio(entry, limits)) throw makeUnpackRatioFault(entry.name, limits.ratio);',
        replace: '',
      },
    ],
    tests: hostileFileTests,
  },
  {
    name: 'IM3',
    fault: 'batches of an import that was stopped are saved',
    edits: [
      {
        file: 'apps/server/imports/import-process.ts',
        find: 'if (!(await saveProgress(at, task, progress, now()))) throw new ImportStoppedError();',
        replace: 'await saveProgress(at, task, progress, now());',
      },
    ],
    tests: stoppedImportTests,
  },
  {
    name: 'IM4',
    fault: 'a cell of a list may hold a card number',
    edits: [
      {
        file: 'packages/importer/read/read-row.ts',
        find: 'if (containsCardNumber(cell)) {',
        replace: "if (cell === '') {",
      },
    ],
    tests: hostileFileTests,
  },
  {
    name: 'IM5',
    fault: 'the report lists every row that is not imported',
    edits: [
      {
        file: 'apps/server/imports/store-report.ts',
        find: 'if (faultCount >= reportFaults) return false;',
        replace: '',
      },
    ],
    tests: hostileFileTests,
  },
  {
    name: 'IM6',
    fault: 'nobody looks at the CPU time of a process that reads a list',
    edits: [
      {
        file: 'apps/server/imports/watch-budget.ts',
        find: "if ((user + system) / 1e6 > cpuSeconds) endProcess('CPU');",
        replace: '',
      },
    ],
    tests: ['apps/server/imports/import-workers.long.test.ts'],
  },
  {
    name: 'IM7',
    fault: 'the imports of a suspended seller are not stopped with the suspension',
    edits: [
      {
        file: 'apps/server/accounts/suspend-account.ts',
        find: 'await stopImportsOfSeller(context, accountId);',
        replace: '',
      },
    ],
    tests: stoppedImportTests,
  },
  {
    name: 'IM8',
    fault: 'a process that was replaced by another one still saves its batches',
    edits: [
      {
        file: 'packages/database/imports/import-runs.ts',
        find: 'AND run_id =',
        replace: 'AND file_name <>',
      },
    ],
    tests: stoppedImportTests,
  },
  {
    name: 'IM9',
    fault: 'JSON may be nested without end',
    edits: [
      { file: 'packages/importer/read/json-rows.ts', find: 'if (this.#depth > nesting) {', replace: 'if (false) {' },
    ],
    tests: hostileFileTests,
  },
  {
    name: 'IM10',
    fault: 'spaces around the weights of Accept-Encoding are searched from each of their places',
    edits: [
      {
        file: 'apps/server/http/routing/content-coding.ts',
        find: "part.split(';').map((text) => text.trim());",
        replace: 'part.trim().split(/\\s*;\\s*/);',
      },
    ],
    tests: ['tools/patterns/patterns.test.ts'],
  },
  ...importPhotoMutants,
];
