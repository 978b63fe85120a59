import { fingerprintSync } from 'libpg-query';
import type { DatabaseFunction } from './function-bodies.ts';
import { judgeFunction, runsOnShard } from './function-bodies.ts';
import {
  judgeStatement,
  mergeVerdicts,
  type StatementClass,
  statementClasses,
  type Verdict,
} from './judge-statement.ts';
import { isMoneyPath } from './money-path.ts';
import type { RecordedStatement } from './recorded-statements.ts';
import type { ReviewedReason } from './reviewed-reasons.ts';

export type JudgedStatement = RecordedStatement & {
  readonly class: StatementClass;
  readonly isMoneyPath: boolean;
  /** The faults that no reviewed reason covers. */
  readonly faults: readonly string[];
  /** The reviewed reasons that cover the faults which are not listed in `faults`. */
  readonly reasons: readonly ReviewedReason[];
};

export type ClassCount = {
  readonly class: StatementClass;
  readonly statements: number;
  readonly moneyPath: number;
  readonly reviewed: number;
  readonly unreviewed: number;
};

/** Statements that belong to no request, because they change the schema or rights, or maintain tables. */
const isIgnored = ({ text }: RecordedStatement): boolean =>
  /^\s*(?:--|CREATE|ALTER|DROP|VACUUM|ANALYZE|GRANT|REVOKE)/i.test(text);

/**
 * Judges the statements that the tests ran and the functions of the database. The function of a trigger counts as a
 * statement of the money path when it runs in transactions of cars.
 */
export function judgeRun(
  statements: readonly RecordedStatement[],
  functions: readonly DatabaseFunction[],
  reviewedReasons: readonly ReviewedReason[],
): readonly JudgedStatement[] {
  const verdicts = new Map(functions.map((each) => [each.name, judgeFunction(each)]));
  const judgedFunctions = functions.map((each) => {
    const origin = `function ${each.name}`;
    const verdict = verdicts.get(each.name) ?? mergeVerdicts([]);
    return applyReviewedReasons({ text: each.body, origin }, verdict, runsOnShard(each), reviewedReasons);
  });
  const judgedStatements = statements
    .filter((statement) => !isIgnored(statement))
    .map((statement) => {
      const statementVerdict = judgeStatement(statement.text);
      const calledVerdicts = [...statementVerdict.functions].flatMap((name) => verdicts.get(name) ?? []);
      return applyReviewedReasons(
        statement,
        mergeVerdicts([statementVerdict, ...calledVerdicts]),
        isMoneyPath(statement.origin),
        reviewedReasons,
      );
    });
  return [...keepStatementsOfWidestClass(judgedStatements), ...judgedFunctions];
}

/**
 * Statements of a file that differ only in the lengths of their lists count once. Of such statements, only the
 * statement of the widest class is kept, because the same query with a single id may touch only one shard.
 */
function keepStatementsOfWidestClass(judgedStatements: readonly JudgedStatement[]): readonly JudgedStatement[] {
  const widestClassStatementByShape = new Map<string, JudgedStatement>();
  for (const each of judgedStatements) {
    const shape = `${each.origin} ${fingerprintSync(each.text)}`;
    const statementOfWidestClass = widestClassStatementByShape.get(shape);
    if (
      statementOfWidestClass === undefined ||
      statementClasses.indexOf(each.class) > statementClasses.indexOf(statementOfWidestClass.class)
    )
      widestClassStatementByShape.set(shape, each);
  }
  return [...widestClassStatementByShape.values()];
}

/** Counts the statements of each class. */
export function countClasses(judgedStatements: readonly JudgedStatement[]): readonly ClassCount[] {
  return statementClasses.map((name) => {
    const classStatements = judgedStatements.filter((each) => each.class === name);
    const moneyPathStatements = classStatements.filter((each) => each.isMoneyPath);
    const unreviewedCount = moneyPathStatements.filter(({ faults }) => faults.length > 0).length;
    return {
      class: name,
      statements: classStatements.length,
      moneyPath: moneyPathStatements.length,
      reviewed: moneyPathStatements.filter(({ faults, reasons }) => faults.length === 0 && reasons.length > 0).length,
      unreviewed: unreviewedCount,
    };
  });
}

function applyReviewedReasons(
  statement: RecordedStatement,
  verdict: Verdict,
  isOnMoneyPath: boolean,
  reviewedReasons: readonly ReviewedReason[],
): JudgedStatement {
  const { origin } = statement;
  const doesReasonCoverFault = (each: ReviewedReason, fault: string): boolean =>
    (each.files === undefined || each.files.includes(origin)) &&
    (each.faults === undefined || each.faults.includes(fault));
  const faults = verdict.faults.filter((fault) => !reviewedReasons.some((each) => doesReasonCoverFault(each, fault)));
  const reasons = reviewedReasons.filter((each) => verdict.faults.some((fault) => doesReasonCoverFault(each, fault)));
  return { ...statement, class: verdict.class, isMoneyPath: isOnMoneyPath, faults, reasons };
}
