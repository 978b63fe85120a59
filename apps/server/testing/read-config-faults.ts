import { ConfigError, readConfig } from '../config.ts';

/** Reads a configuration. @returns its faults; none for a valid one. */
export function readConfigFaults(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(false, env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}
