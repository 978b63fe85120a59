import { parsePlPgSQLSync, parseSync } from 'libpg-query';
import type pg from 'pg';
import { findDistribution } from './distribution.ts';
import { judgeStatement, mergeVerdicts, type Verdict } from './judge-statement.ts';

/** A function of the database, with the tables whose triggers call it, and its transition tables (the changed rows). */
export type DatabaseFunction = {
  readonly name: string;
  readonly language: 'sql' | 'plpgsql';
  readonly definition: string;
  readonly body: string;
  readonly parameters: readonly string[];
  readonly triggerTables: readonly string[];
  readonly transitionTables: readonly string[];
};

/** Reads the functions that the migrations made. */
export async function listFunctions(client: pg.ClientBase): Promise<readonly DatabaseFunction[]> {
  const { rows } = await client.query<DatabaseFunction>(
    `SELECT p.proname AS name, l.lanname AS language, pg_get_functiondef(p.oid) AS definition, p.prosrc AS body,
       coalesce(p.proargnames, '{}') AS parameters,
       ARRAY(SELECT DISTINCT t.tgrelid::regclass::text FROM pg_trigger t WHERE t.tgfoid = p.oid) AS "triggerTables",
       ARRAY(SELECT DISTINCT name FROM pg_trigger t, unnest(ARRAY[t.tgnewtable::text, t.tgoldtable::text]) AS name
             WHERE t.tgfoid = p.oid AND name IS NOT NULL) AS "transitionTables"
     FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
     WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f' AND l.lanname IN ('sql', 'plpgsql')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
     ORDER BY p.proname`,
  );
  return rows;
}

/**
 * Judges the statements inside of a function. The variables and parameters of the function count as one given value,
 * because they come from the row that was changed or from one caller. A trigger runs on the shard of its row.
 */
export function judgeFunction(databaseFunction: DatabaseFunction): Verdict {
  const isTrigger = databaseFunction.triggerTables.length > 0;
  const context = { transitionTables: new Set(databaseFunction.transitionTables), isOfTriggerRow: isTrigger };
  const verdict =
    databaseFunction.language === 'sql'
      ? judgeStatement(databaseFunction.body, { ...context, variables: new Set(databaseFunction.parameters) })
      : mergeVerdicts(
          listQueries(databaseFunction.definition).map((query) =>
            judgeStatement(query, { ...context, variables: listVariables(databaseFunction) }),
          ),
        );
  return (verdict.class === 'accounts' || verdict.class === 'global') && runsOnShard(databaseFunction)
    ? {
        ...verdict,
        class: 'two-places',
        faults: [...verdict.faults, `${databaseFunction.name} reads ${verdict.class}`],
      }
    : verdict;
}

/** Whether the function runs in transactions of cars. */
export function runsOnShard({ triggerTables }: DatabaseFunction): boolean {
  return triggerTables.some((table) => findDistribution(table)?.kind === 'listing');
}

/** Lists the queries and expressions that a PL/pgSQL function executes, each as a statement. */
export function listQueries(definition: string): readonly string[] {
  return [...findValues(parsePlPgSQLSync(definition), 'query')].flatMap((text) => {
    // In assignments such as `NEW.state := …` and `value := …`, only the part after `:=` may contain a query.
    const expression = text.replace(/^\s*[\w.]+\s*:?=\s*(?=\S)/, '');
    const statement = [text, `SELECT ${expression}`, `SELECT ${text}`].find(canParse);
    if (statement === undefined) throw new Error(`The parser does not understand '${text}'.`);
    return [statement];
  });
}

function listVariables({ definition, parameters }: DatabaseFunction): ReadonlySet<string> {
  return new Set(['new', 'old', ...parameters, ...findValues(parsePlPgSQLSync(definition), 'refname')]);
}

function* findValues(value: unknown, name: string): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* findValues(each, name);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      if (key === name && typeof each === 'string') yield each;
      else yield* findValues(each, name);
    }
  }
}

function canParse(text: string): boolean {
  try {
    parseSync(text);
    return true;
  } catch {
    return false;
  }
}
