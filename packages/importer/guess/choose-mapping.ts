import { ImportFault } from '../read/import-fault.ts';
import type { TableHead } from '../read/table-head.ts';
import {
  type GuessedColumn,
  type GuessedMapping,
  guessMapping,
  listMissingFields,
  mappedColumns,
} from './guess-mapping.ts';
import { bindColumns, type HeaderBinding, type Mapping, makeDistinctHeaders } from './mapping.ts';
import { carhouse } from './mappings/carhouse.ts';
import { sgCs5228 } from './mappings/sg-cs5228.ts';

const mappings: readonly Mapping[] = [carhouse, sgCs5228];

/** A mapping and the indexes of its columns in this file. */
export type ChosenMapping = {
  readonly mapping: Mapping;
  readonly binding: HeaderBinding;
  /** The guess from which the mapping was made; absent when the mapping was not guessed. */
  readonly guessedMapping?: GuessedMapping;
};

/**
 * Chooses the predefined mapping with the name `mappingName`. Without a name, the function chooses the only predefined
 * mapping whose required columns are all in the header. When no predefined mapping fits, the function guesses a
 * mapping.
 * @throws ImportFault when the name is unknown, a required column is missing, no mapping can be guessed, or a used
 * column appears twice.
 */
export function chooseMapping(head: TableHead, mappingName: string | undefined): ChosenMapping {
  const knownMapping = mappingName === undefined ? findFittingMapping(head.header) : requireMapping(mappingName);
  return knownMapping === undefined ? requireGuessedMapping(head) : bindMapping(knownMapping, head.header);
}

/**
 * Finds the columns of a mapping in a header row.
 * @throws ImportFault when a column is missing or appears twice.
 */
export function bindMapping(mapping: Mapping, header: readonly string[]): ChosenMapping {
  const binding = bindColumns(mapping, header);
  if (binding.missingColumns.length > 0) {
    throw new ImportFault(
      `The mapping ${mapping.name} needs ${formatColumnNames(binding.missingColumns)}, missing in the header row.`,
    );
  }
  if (binding.repeatedHeaders.length > 0)
    throw new ImportFault(`In the header row ${formatColumnNames(binding.repeatedHeaders)} stands twice.`);
  return { mapping, binding };
}

/**
 * Finds the columns of a mapping that was guessed for this file. Columns with the same name are distinguished by their
 * index.
 */
export function bindGuessedMapping(mapping: Mapping, header: readonly string[]): ChosenMapping {
  return { mapping, binding: bindColumns(mapping, makeDistinctHeaders(header)) };
}

/**
 * Proposes a field for each column of a file. The dealer then confirms the proposal. The proposal is a predefined
 * mapping that fits, or else a guess.
 */
export function proposeMapping(head: TableHead): GuessedMapping {
  const knownMapping = findFittingMapping(head.header);
  const binding = knownMapping === undefined ? undefined : bindColumns(knownMapping, head.header);
  if (knownMapping === undefined || binding === undefined || binding.repeatedHeaders.length > 0)
    return guessMapping(head);
  const header = makeDistinctHeaders(head.header);
  const columns = header.map((name, index): GuessedColumn => {
    const column = binding.columns.find((boundColumn) => boundColumn.index === index);
    if (column === undefined) return { header: name, field: null, confidence: 1 };
    return { header: name, field: column.field, ...(column.as === undefined ? {} : { as: column.as }), confidence: 1 };
  });
  return { mapping: { ...knownMapping, columns: mappedColumns(columns), leftOut: [] }, columns, doubts: [] };
}

function requireGuessedMapping(head: TableHead): ChosenMapping {
  const guessedMapping = guessMapping(head);
  const missingFields = listMissingFields(guessedMapping.mapping);
  if (missingFields.length > 0) {
    throw new ImportFault(
      `No mapping fits the header row, and none can be guessed: no column seems to hold ${missingFields.join(', nor ')}. The first row has to name the columns. ${explainMissingColumns(head.header)}. There are:\n${listMappings()}`,
    );
  }
  return { ...bindGuessedMapping(guessedMapping.mapping, head.header), guessedMapping };
}

function requireMapping(mappingName: string): Mapping {
  const mapping = mappings.find((mappingCandidate) => mappingCandidate.name === mappingName);
  if (mapping === undefined) throw new ImportFault(`There is no mapping ${mappingName}. There are:\n${listMappings()}`);
  return mapping;
}

/**
 * The predefined mapping whose columns are all in the header. The result is undefined when no mapping or several
 * mappings fit.
 */
function findFittingMapping(header: readonly string[]): Mapping | undefined {
  const [firstFitting, secondFitting] = mappings.filter(
    (mapping) => bindColumns(mapping, header).missingColumns.length === 0,
  );
  return secondFitting === undefined ? firstFitting : undefined;
}

function explainMissingColumns(header: readonly string[]): string {
  const lines = mappings.map(
    (mapping) => `${mapping.name} misses ${formatColumnNames(bindColumns(mapping, header).missingColumns)}`,
  );
  return lines.join('; ');
}

/** Describes each mapping in one line. */
export function listMappings(): string {
  return mappings.map((mapping) => `  ${mapping.name}: ${mapping.about}`).join('\n');
}

function formatColumnNames(names: readonly string[]): string {
  return `${names.length === 1 ? 'the column' : 'the columns'} ${names.join(', ')}`;
}
