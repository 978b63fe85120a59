import { ImportFault } from './import-fault.ts';
import { type Binding, bindColumns, type Mapping } from './mapping.ts';
import { carhouse } from './mappings/carhouse.ts';
import { sgCs5228 } from './mappings/sg-cs5228.ts';

export const mappings: readonly Mapping[] = [carhouse, sgCs5228];

/** A mapping and where its columns stand in this file. */
export type ChosenMapping = { readonly mapping: Mapping; readonly binding: Binding };

/**
 * The named mapping, or without a name the one whose required columns are all in the header.
 * @throws ImportFault when there is no such name, a required column is missing, none or several mappings fit, or a used
 * column stands twice.
 */
export function chooseMapping(header: readonly string[], wanted: string | undefined): ChosenMapping {
  const chosen = wanted === undefined ? fitting(header) : named(wanted);
  const binding = bindColumns(chosen, header);
  if (binding.missing.length > 0) {
    throw new ImportFault(
      `The mapping ${chosen.name} needs ${nameColumns(binding.missing)}, missing in the header row.`,
    );
  }
  if (binding.twice.length > 0) throw new ImportFault(`In the header row ${nameColumns(binding.twice)} stands twice.`);
  return { mapping: chosen, binding };
}

function named(wanted: string): Mapping {
  const mapping = mappings.find((candidate) => candidate.name === wanted);
  if (mapping === undefined) throw new ImportFault(`There is no mapping ${wanted}. There are:\n${listMappings()}`);
  return mapping;
}

function fitting(header: readonly string[]): Mapping {
  const fits = mappings.filter((mapping) => bindColumns(mapping, header).missing.length === 0);
  const [only, another] = fits;
  if (only !== undefined && another === undefined) return only;
  if (only !== undefined) {
    throw new ImportFault(
      `Several mappings fit this header row: ${fits.map((mapping) => mapping.name).join(', ')}. Choose one with --mapping NAME.`,
    );
  }
  const wanting = mappings.map(
    (mapping) => `${mapping.name} misses ${nameColumns(bindColumns(mapping, header).missing)}`,
  );
  throw new ImportFault(`No mapping fits the header row: ${wanting.join('; ')}. There are:\n${listMappings()}`);
}

/** One line for each mapping. */
export function listMappings(): string {
  return mappings.map((mapping) => `  ${mapping.name}: ${mapping.about}`).join('\n');
}

function nameColumns(names: readonly string[]): string {
  return `${names.length === 1 ? 'the column' : 'the columns'} ${names.join(', ')}`;
}
