import { ConfigError, readConfig } from '../config.ts';

/** Reads a configuration. @returns the faults of the configuration; an empty list when the configuration is valid. */
export function readConfigFaults(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(false, env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}
