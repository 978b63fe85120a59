/**
 * First line of a migration whose statements run one by one, outside of a transaction. Each statement can be repeated
 * after an interruption, and lets other sessions read and write (packages/database/migrations/README.md).
 */
export const singleStatementsFirstLine = '-- one by one';

/**
 * Returns the statements of a migration that begins with `singleStatementsFirstLine`; undefined for any other
 * migration.
 */
export function listSingleStatements(sql: string): readonly string[] | undefined {
  if (!sql.startsWith(`${singleStatementsFirstLine}\n`)) return undefined;
  const sqlWithoutComments = sql
    .split('\n')
    .filter((line) => !line.startsWith('--'))
    .join('\n');
  return sqlWithoutComments
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
