import { fingerprintSync } from 'libpg-query';
import type { DatabaseFunction } from './function-bodies.ts';
import { isOnShard, judgeFunction } from './function-bodies.ts';
import { classes, judgeStatement, mergeVerdicts, type StatementClass, type Verdict } from './judge-statement.ts';
import { isMoneyPath } from './money-path.ts';
import type { RecordedStatement } from './recorded-statements.ts';
import type { ReviewedReach } from './reviewed-reaches.ts';

export type JudgedStatement = RecordedStatement & {
  readonly class: StatementClass;
  readonly isMoneyPath: boolean;
  /** What no reviewed reason covers. */
  readonly faults: readonly string[];
  /** The reviewed reasons that cover the others. */
  readonly reasons: readonly ReviewedReach[];
};

export type ClassCount = {
  readonly class: StatementClass;
  readonly statements: number;
  readonly moneyPath: number;
  readonly reviewed: number;
  readonly unreviewed: number;
};

/** Statements in which the product sends text of others, or that belong to no request. */
const isLeftOut = ({ text }: RecordedStatement): boolean =>
  /^\s*(?:--|CREATE|ALTER|DROP|VACUUM|ANALYZE|GRANT|REVOKE)/i.test(text);

/**
 * Judges the statements that the tests ran and the functions of the database. The function of a trigger counts as a
 * statement of the money path when it runs in transactions of cars.
 */
export function judgeRun(
  statements: readonly RecordedStatement[],
  functions: readonly DatabaseFunction[],
  reviewed: readonly ReviewedReach[],
): readonly JudgedStatement[] {
  const verdicts = new Map(functions.map((each) => [each.name, judgeFunction(each)]));
  const ofFunctions = functions.map((each) => {
    const origin = `function ${each.name}`;
    const verdict = verdicts.get(each.name) ?? mergeVerdicts([]);
    return review({ text: each.body, origin }, verdict, isOnShard(each), reviewed);
  });
  const ofStatements = statements
    .filter((statement) => !isLeftOut(statement))
    .map((statement) => {
      const own = judgeStatement(statement.text);
      const called = [...own.functions].flatMap((name) => verdicts.get(name) ?? []);
      return review(statement, mergeVerdicts([own, ...called]), isMoneyPath(statement.origin), reviewed);
    });
  return [...keepWidest(ofStatements), ...ofFunctions];
}

/**
 * Statements of a file that differ only in the lengths of their lists count once. The one that touches most stands for
 * all: the same query with one id may well be on one shard.
 */
function keepWidest(judged: readonly JudgedStatement[]): readonly JudgedStatement[] {
  const byShape = new Map<string, JudgedStatement>();
  for (const each of judged) {
    const shape = `${each.origin} ${fingerprintSync(each.text)}`;
    const other = byShape.get(shape);
    if (other === undefined || classes.indexOf(each.class) > classes.indexOf(other.class)) byShape.set(shape, each);
  }
  return [...byShape.values()];
}

/** Counts the statements of each class. */
export function countClasses(judged: readonly JudgedStatement[]): readonly ClassCount[] {
  return classes.map((name) => {
    const ofClass = judged.filter((each) => each.class === name);
    const ofMoney = ofClass.filter((each) => each.isMoneyPath);
    const unreviewed = ofMoney.filter(({ faults }) => faults.length > 0).length;
    return {
      class: name,
      statements: ofClass.length,
      moneyPath: ofMoney.length,
      reviewed: ofMoney.filter(({ faults, reasons }) => faults.length === 0 && reasons.length > 0).length,
      unreviewed,
    };
  });
}

function review(
  statement: RecordedStatement,
  verdict: Verdict,
  isOfMoney: boolean,
  reviewed: readonly ReviewedReach[],
): JudgedStatement {
  const { origin } = statement;
  const covers = (each: ReviewedReach, fault: string): boolean =>
    (each.files === undefined || each.files.includes(origin)) &&
    (each.faults === undefined || each.faults.includes(fault));
  const faults = verdict.faults.filter((fault) => !reviewed.some((each) => covers(each, fault)));
  const reasons = reviewed.filter((each) => verdict.faults.some((fault) => covers(each, fault)));
  return { ...statement, class: verdict.class, isMoneyPath: isOfMoney, faults, reasons };
}
