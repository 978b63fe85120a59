import type { Fault } from './fault.ts';

/** A record of docs/decisions: its path and its text. */
export interface DecisionRecord {
  readonly path: string;
  readonly text: string;
}

const relationKinds = ['supersedes', 'changes', 'extends'] as const;
type RelationKind = (typeof relationKinds)[number];
const passiveVerbByRelation: Readonly<Record<RelationKind, string>> = {
  supersedes: 'superseded',
  changes: 'changed',
  extends: 'extended',
};

/** A relation between two decisions that one of their heads states. */
interface StatedRelation {
  readonly ownNumber: string;
  readonly otherNumber: string;
  /** The relation as text, such as `0048 changes 0022`. The heads of both decisions must contain this text. */
  readonly relation: string;
}

/**
 * Checks the heads of the decisions. A head is the paragraph below the title. The head names a date, a status, and the
 * decisions that this decision supersedes, changes or extends, or by which it is superseded, changed or extended. The
 * heads of both decisions must state each relation.
 * @param records all records of docs/decisions
 */
export function checkDecisions(records: readonly DecisionRecord[]): Fault[] {
  const decisions = new Map(records.map((record) => [readNumber(record.path), record]));
  const claims = records.flatMap(({ path, text }) => listStatedRelations(readNumber(path), readHead(text)));
  const faults: Fault[] = [];
  for (const { path, text } of records) {
    if (
      !text.startsWith(`# ${readNumber(path)}: `) ||
      !/^20\d\d-\d\d-\d\d\b.*\b(Accepted|Superseded)\b/s.test(readHead(text))
    ) {
      faults.push({
        file: path,
        problem: 'Its head has no number, date or status.',
        remedy: `Begin with "# ${readNumber(path)}: title", an empty line, and a date with "Accepted."`,
      });
    }
  }
  for (const statedRelation of claims) {
    if (
      claims.some(
        (otherStatedRelation) =>
          otherStatedRelation.ownNumber === statedRelation.otherNumber &&
          otherStatedRelation.otherNumber === statedRelation.ownNumber &&
          otherStatedRelation.relation === statedRelation.relation,
      )
    )
      continue;
    const [laterNumber, verb, earlierNumber] = statedRelation.relation.split(' ') as [string, RelationKind, string];
    const isLater = statedRelation.otherNumber === laterNumber;
    const record = decisions.get(statedRelation.otherNumber);
    faults.push({
      file: record?.path ?? decisions.get(statedRelation.ownNumber)?.path ?? '',
      problem:
        record === undefined
          ? `There is no decision ${statedRelation.otherNumber}.`
          : `Decision ${statedRelation.ownNumber} says: ${statedRelation.relation}. Its head does not.`,
      remedy: isLater
        ? `Write "${capitalise(verb)} ${earlierNumber}." into its head.`
        : `Write "${capitalise(passiveVerbByRelation[verb])} by [${laterNumber}](…)." into its head.`,
    });
  }
  return faults;
}

function listStatedRelations(ownNumber: string, head: string): readonly StatedRelation[] {
  // The paths of links are removed, because they contain dots and the numbers of decisions.
  const clauses = head
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/[.;:]/);
  return clauses.flatMap((clause) =>
    relationKinds.flatMap((kind) => [
      ...listNumbersAfter(clause, new RegExp(`\\b${kind}\\b`, 'i')).map((otherNumber) => ({
        ownNumber,
        otherNumber,
        relation: `${ownNumber} ${kind} ${otherNumber}`,
      })),
      ...listNumbersAfter(clause, new RegExp(`\\b${passiveVerbByRelation[kind]} by\\b`, 'i')).map((otherNumber) => ({
        ownNumber,
        otherNumber,
        relation: `${otherNumber} ${kind} ${ownNumber}`,
      })),
    ]),
  );
}

function listNumbersAfter(clause: string, verb: RegExp): readonly string[] {
  const verbMatch = verb.exec(clause);
  return verbMatch === null ? [] : (clause.slice(verbMatch.index).match(/\b0\d{3}\b/g) ?? []);
}

const readHead = (text: string): string => text.split('\n\n')[1] ?? '';
const readNumber = (path: string): string => path.split('/').at(-1)?.slice(0, 4) ?? '';
const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
