import { environmentSchema, type VariableName } from '../../config/environment-schema.ts';
import { variableNotes } from '../../config/variable-notes.ts';
import { ConfigError, readConfig } from '../../config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Describes the configuration by names. Values are shown of variables whose note calls them plain, and only where the
 * schema has accepted them: everything else is `set`. Names of other variables of the process are not listed.
 */
export function describeConfiguration(env: Environment): Record<string, unknown> {
  const names = Object.keys(environmentSchema.shape) as VariableName[];
  const isGiven = (name: string): boolean => env[name] !== undefined && env[name] !== '';
  const variables = names.filter((name) => isGiven(name)).map((name) => [name, describeValue(name, env[name] ?? '')]);
  const files = names.map((name) => `${name}_FILE`).filter(isGiven);
  return { variables: Object.fromEntries(variables), files, faults: listFaultyNames(env) };
}

function describeValue(name: VariableName, value: string): string {
  if (variableNotes[name].kind !== 'plain') return 'set';
  // A word or a number: an accepted text of a free form may say anything.
  const isShown = environmentSchema.shape[name].safeParse(value).success && /^[\w.-]{1,40}$/.test(value);
  return isShown ? value : 'set';
}

/** The names of the variables that stop a start; the faults quote no values, but libraries may. */
function listFaultyNames(env: Environment): string[] {
  try {
    readConfig(false, env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [...new Set(error.faults.map((fault) => fault.split(':')[0] ?? ''))].filter((name) =>
      /^[A-Z0-9_]{1,60}$/.test(name),
    );
  }
}
