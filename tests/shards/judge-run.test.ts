import { beforeAll, expect, it } from 'vitest';
import type { DatabaseFunction } from './function-bodies.ts';
import { countClasses, judgeRun } from './judge-run.ts';
import { loadParser } from './judge-statement.ts';

beforeAll(() => loadParser());

const origin = 'packages/database/payments/payments.ts';
const unlocatedStatement = { text: 'SELECT id FROM payment WHERE intent_id = $1', origin };
const reviewedReason = {
  remedy: 'changed',
  reason: 'the charge names its booking',
  faults: ['read payment by intent_id'],
} as const;

it('finds a statement of the money path that would ask every shard', () => {
  const [judgedStatements] = judgeRun([unlocatedStatement], [], []);
  expect(judgedStatements).toMatchObject({ isMoneyPath: true, faults: ['read payment by intent_id'] });
});

it('lets a reviewed reason stand for what it names, and for nothing else', () => {
  const otherStatement = { text: 'SELECT id FROM payment WHERE buyer_id = $1', origin };
  const statementOfOtherFile = { ...unlocatedStatement, origin: 'packages/database/sales/sales.ts' };
  const judgedStatements = judgeRun(
    [unlocatedStatement, otherStatement, statementOfOtherFile],
    [],
    [{ ...reviewedReason, files: [origin] }],
  );
  expect(judgedStatements.map(({ faults }) => faults)).toEqual([
    [],
    ['read payment by buyer_id'],
    ['read payment by intent_id'],
  ]);
  expect(countClasses(judgedStatements).find((each) => each.class === 'several-shards')).toMatchObject({
    moneyPath: 3,
    reviewed: 1,
    unreviewed: 2,
  });
});

it('does not demand a reason for code outside of the money path', () => {
  const [judgedStatements] = judgeRun(
    [{ text: 'SELECT * FROM listing', origin: 'packages/database/listings/listings.ts' }],
    [],
    [],
  );
  expect(judgedStatements).toMatchObject({ class: 'several-shards', isMoneyPath: false });
});

it('counts a query once, as the longest of its lists', () => {
  const oneIdStatement = { text: 'SELECT 1 FROM payment WHERE id IN ($1)', origin };
  const severalIdsStatement = { text: 'SELECT 1 FROM payment WHERE id IN ($1, $2, $3)', origin };
  for (const statements of [
    [oneIdStatement, severalIdsStatement],
    [severalIdsStatement, oneIdStatement],
  ])
    expect(judgeRun(statements, [], [])).toMatchObject([{ faults: ['read payment by id of several'] }]);
});

it('leaves out statements that change the schema', () => {
  expect(judgeRun([{ text: 'CREATE TABLE a (b int)', origin }], [], [])).toEqual([]);
});

it('adds what a called function touches to its caller', () => {
  const [judgedStatements] = judgeRun([{ text: 'SELECT count_open($1)', origin }], [countOpenFunction], []);
  expect(judgedStatements).toMatchObject({ class: 'several-shards', faults: ['read booking by buyer_id'] });
});

const countOpenFunction: DatabaseFunction = {
  name: 'count_open',
  language: 'sql',
  definition: '',
  body: 'SELECT count(*) FROM booking WHERE buyer_id = buyer',
  parameters: ['buyer'],
  triggerTables: [],
  transitionTables: [],
};
