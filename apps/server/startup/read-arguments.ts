import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';

export type ServerArguments = {
  /** `--dev`: whether Vite runs inside the server. */
  readonly isDevelopment: boolean;
  /** `--nodes`: number of server processes that share the port; null when this process is the only server. */
  readonly nodeCount: number | null;
};

/**
 * Reads the arguments of the server.
 * @param coreCount number of cores of this machine, the maximum of `--nodes` and the meaning of `--nodes auto`.
 * @throws ConfigError when an argument is unknown or not valid.
 */
export function readArguments(args: readonly string[], coreCount: number): ServerArguments {
  const { dev, nodes } = parseOptions(args);
  if (nodes === undefined) return { isDevelopment: dev, nodeCount: null };
  if (dev) throw new ConfigError(['--nodes: does not work with --dev']);
  if (nodes === 'auto') return { isDevelopment: false, nodeCount: coreCount };
  const nodeCount = /^\d+$/.test(nodes) ? Number(nodes) : 0;
  if (nodeCount >= 1 && nodeCount <= coreCount) return { isDevelopment: false, nodeCount };
  throw new ConfigError([
    `--nodes: must be a whole number from 1 to ${coreCount}, the number of cores of this machine, or auto`,
  ]);
}

function parseOptions(args: readonly string[]): { readonly dev: boolean; readonly nodes?: string | undefined } {
  try {
    const options = { dev: { type: 'boolean', default: false }, nodes: { type: 'string' } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new ConfigError([(error as Error).message]);
  }
}
