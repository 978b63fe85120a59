import { readFileSync } from 'node:fs';
import { secretVariableNames } from './variable-notes.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the secrets that are stored in files. When `NAME_FILE` names a file, the text of this file without its final
 * line break is the value of `NAME`. Container engines and systemd hand out secrets in this way. Only variables that
 * grant access can be read from a file.
 * @returns the variables with the values of the files, and a line for each file that cannot be used.
 */
export function readSecretFiles(env: Environment): {
  readonly variables: Environment;
  readonly faults: readonly string[];
} {
  const variables: Record<string, string | undefined> = { ...env };
  const faults: string[] = [];
  for (const name of secretVariableNames) {
    const fileVariableName = `${name}_FILE`;
    const file = env[fileVariableName];
    if (file === undefined || file === '') continue;
    if (env[name] !== undefined && env[name] !== '') {
      faults.push(`${fileVariableName}: is set beside ${name}; unset one of them`);
      continue;
    }
    try {
      const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      if (text === '') faults.push(`${fileVariableName}: the file is empty`);
      variables[name] = text;
    } catch (error) {
      faults.push(
        `${fileVariableName}: the file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown fault'})`,
      );
    }
  }
  return { variables, faults };
}

/**
 * Returns the environment variables of a command, with the secrets that are read from files.
 * @throws Error with one line for each file that cannot be used.
 */
export function readCommandEnvironment(env: Environment): Environment {
  const { variables, faults } = readSecretFiles(env);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return variables;
}

/**
 * Returns the URL by which a command reaches the database without a connection pooler; undefined for the embedded
 * database.
 */
export function findCommandDatabaseUrl({ DATABASE_SESSION_URL, DATABASE_URL }: Environment): string | undefined {
  return DATABASE_SESSION_URL || DATABASE_URL || undefined;
}
