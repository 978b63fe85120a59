import { environmentSchema, type VariableName } from '../../config/environment-schema.ts';
import { variableNotes } from '../../config/variable-notes.ts';
import { ConfigError, readConfig } from '../../config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Describes the configuration by the names of its variables. The value of a variable is shown only when its note calls
 * the variable plain and the schema has accepted the value; every other value becomes `set`. Other variables of the
 * process are not listed.
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
  // Only one word or number is shown, because a longer accepted text may contain anything.
  const isShown = environmentSchema.shape[name].safeParse(value).success && /^[\w.-]{1,40}$/.test(value);
  return isShown ? value : 'set';
}

/**
 * The names of the variables that stop a start. The messages of the faults are left out, because those of libraries may
 * quote values.
 */
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
