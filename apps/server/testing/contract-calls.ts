import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Call } from '@carhouse/contract/call';

const folder = fileURLToPath(new URL('../../../packages/contract/', import.meta.url));

export type ContractCall = {
  /** Name of the file in packages/contract, without `.ts`. */
  readonly moduleName: string;
  /** Name of the export in the file. */
  readonly name: string;
  readonly call: Call;
};

/** Lists every call that a module of packages/contract exports. */
export async function listContractCalls(): Promise<readonly ContractCall[]> {
  const moduleFiles = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const callLists = await Promise.all(moduleFiles.map((name) => listModuleCalls(name.slice(0, -'.ts'.length))));
  return callLists.flat();
}

async function listModuleCalls(moduleName: string): Promise<ContractCall[]> {
  const exportedValues: Record<string, unknown> = await import(`${folder}${moduleName}.ts`);
  return Object.entries(exportedValues).flatMap(([name, value]) =>
    isCall(value) ? [{ moduleName, name, call: value }] : [],
  );
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'answers' in value;
}
