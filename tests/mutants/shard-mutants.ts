import type { Mutant } from './mutant.ts';

/** Mutants of the check for statements that would touch more than one shard: each mutant lets such a statement pass. */
export const shardMutants: readonly Mutant[] = [
  {
    name: 'SD1',
    fault: 'an id of the provider counts as the number of a shard',
    edits: [
      {
        file: 'tests/shards/record-equality.ts',
        find: '!rowHint.isKeyColumn && !(',
        replace: 'rowHint.scope === undefined && !(',
      },
    ],
    tests: ['tests/shards/judge-statement.test.ts'],
  },
  {
    name: 'SD2',
    fault: 'a subselect finds the rows around it',
    edits: [
      { file: 'tests/shards/record-equality.ts', find: 'if (each === level) return true;', replace: 'return true;' },
    ],
    tests: ['tests/shards/judge-statement.test.ts'],
  },
  {
    name: 'SD3',
    fault: 'an outer join finds the rows that it keeps',
    edits: [
      {
        file: 'tests/shards/record-equality.ts',
        find: '(optionalIds === undefined || optionalIds.includes(hint.referenceId))',
        replace: '(optionalIds === undefined || optionalIds.length >= 0)',
      },
    ],
    tests: ['tests/shards/judge-statement.test.ts'],
  },
  {
    name: 'SD4',
    fault: 'the bodies of functions are not judged with their callers',
    edits: [
      {
        file: 'tests/shards/judge-run.ts',
        find: 'mergeVerdicts([statementVerdict, ...calledVerdicts])',
        replace: 'mergeVerdicts([statementVerdict, ...calledVerdicts.slice(calledVerdicts.length)])',
      },
    ],
    tests: ['tests/shards/judge-run.test.ts'],
  },
];
