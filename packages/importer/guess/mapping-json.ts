import { fuels } from '@carhouse/domain/car/drivetrain';
import { isExchangeRate } from '@carhouse/domain/money/money';
import type { Field } from '../read/field.ts';
import { readerNamesByField } from '../read/field-readers.ts';
import { ImportFault } from '../read/import-fault.ts';
import { expectedValueByField } from './expected-values.ts';
import type { CurrencyRule, MappedColumn, Mapping, ReaderName } from './mapping.ts';

/** Every field that a column can fill. */
export const mappableFields = Object.keys(expectedValueByField) as Field[];

/** The text of a JSON file with a mapping. The operator can edit the file and use it again. */
export function formatMapping(mapping: Mapping): string {
  return `${JSON.stringify(mapping, null, 2)}\n`;
}

/**
 * Reads a mapping from the text of a JSON file.
 * @throws ImportFault that names the invalid part of the mapping.
 */
export function parseMapping(text: string, fileName: string): Mapping {
  const makeFault = (problemText: string): ImportFault => new ImportFault(`${fileName} is no mapping: ${problemText}.`);
  let fileContent: unknown;
  try {
    fileContent = JSON.parse(text);
  } catch (error) {
    throw new ImportFault(`${fileName} is no mapping: it is no JSON.`, { cause: error });
  }
  if (!isRecord(fileContent) || !Array.isArray(fileContent.columns)) throw makeFault('it has no list "columns"');
  const columns = fileContent.columns.map((column, index) => readColumn(column, index, makeFault));
  const columnWithRepeatedField = columns.find(({ field }, index) =>
    columns.some((otherColumn, columnIndex) => columnIndex < index && otherColumn.field === field),
  );
  if (columnWithRepeatedField !== undefined) throw makeFault(`two columns become ${columnWithRepeatedField.field}`);
  const { leftOut = [], defaultLocation = 'Singapore', impliedFuel = null, money = null } = fileContent;
  if (!isTextList(leftOut)) throw makeFault('"leftOut" is no list of headers');
  if (defaultLocation !== null && !isText(defaultLocation)) throw makeFault('"defaultLocation" is no place');
  const fuel = fuels.find((knownFuel) => knownFuel === impliedFuel);
  if (impliedFuel !== null && fuel === undefined) throw makeFault('"impliedFuel" is no fuel');
  const name = isText(fileContent.name) ? fileContent.name : fileName;
  const about = isText(fileContent.about) ? fileContent.about : '';
  return {
    name,
    about,
    columns,
    leftOut,
    defaultLocation,
    impliedFuel: fuel ?? null,
    money: readCurrencyRule(money, makeFault),
  };
}

function readColumn(value: unknown, index: number, makeFault: (problemText: string) => ImportFault): MappedColumn {
  const columnName = `column ${index + 1}`;
  if (!isRecord(value)) throw makeFault(`${columnName} is no object`);
  const header = isText(value.header) ? [value.header] : value.header;
  if (!isTextList(header) || header.length === 0) throw makeFault(`${columnName} has no "header"`);
  const field = mappableFields.find((knownName) => knownName === value.field);
  if (field === undefined) throw makeFault(`${columnName} names no field; there are ${mappableFields.join(', ')}`);
  const as = requireReader(field, value.as);
  if (value.as !== undefined && as === undefined) {
    throw makeFault(`${columnName} cannot be read as ${JSON.stringify(value.as)}`);
  }
  return {
    header,
    field,
    ...(as === undefined ? {} : { as }),
    ...(value.required === true ? { required: true } : {}),
  };
}

/** The reader with this name. The result is undefined when the field has no reader with this name. */
export function requireReader(field: Field, name: unknown): ReaderName | undefined {
  return readerNamesByField[field]?.find((knownName) => knownName === name);
}

function readCurrencyRule(value: unknown, makeFault: (problemText: string) => ImportFault): CurrencyRule | null {
  if (value === null) return null;
  if (!isRecord(value) || !isText(value.currency) || !/^[A-Z]{3}$/.test(value.currency)) {
    throw makeFault('"money" names no currency');
  }
  const { rate = null, currency } = value;
  if (rate === null) return { currency, rate };
  if (typeof rate !== 'number' || !isExchangeRate(rate)) throw makeFault('"money" has no rate that is a number');
  return { currency, rate };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}
