import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Call } from '@carhouse/contract/call';

const folder = fileURLToPath(new URL('../../../packages/contract/', import.meta.url));

export type ContractCall = {
  /** Name of the file in packages/contract, without `.ts`. */
  readonly module: string;
  /** Name of the export in the file. */
  readonly name: string;
  readonly call: Call;
};

/** Lists every call that a module of packages/contract exports. */
export async function listContractCalls(): Promise<readonly ContractCall[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const calls = await Promise.all(names.map((name) => listCallsOf(name.slice(0, -'.ts'.length))));
  return calls.flat();
}

async function listCallsOf(module: string): Promise<ContractCall[]> {
  const exported: Record<string, unknown> = await import(`${folder}${module}.ts`);
  return Object.entries(exported).flatMap(([name, value]) => (isCall(value) ? [{ module, name, call: value }] : []));
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'answers' in value;
}
