import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { environmentSchema, type VariableName } from '@carhouse/server/config/environment-schema';
import { type VariableNote, variableNotes } from '@carhouse/server/config/variable-notes';

export const environmentFile = fileURLToPath(new URL('../docs/environment.md', import.meta.url));
const startMark = '<!-- variables: printed by node tools/print-environment.ts -->\n';
const endMark = '<!-- end of variables -->';

const titleByTopic: Readonly<Record<VariableNote['topic'], string>> = {
  address: 'Address and connections',
  mode: 'Mode',
  data: 'Data',
  payments: 'Payments and invoices',
  mail: 'Mail',
  pictures: 'Pictures in a bucket',
  'sign-in': 'Sign-in by other providers',
  limits: 'Limits of buyers and profiles',
  sellers: 'Limits of sellers',
  watching: 'Monitoring and log',
};

/**
 * A text that is no number, word, address or key. A schema accepts this text only when the schema accepts every text.
 */
const unusualText = '\u0001';

/**
 * Replaces the variables in docs/environment.md by those that the server reads.
 * @throws Error when the document lacks the two comments that mark the start and the end of the table.
 */
export function insertVariables(text: string): string {
  const [textBefore, rest] = text.split(startMark);
  const [, textAfter] = (rest ?? '').split(endMark);
  if (rest === undefined || textAfter === undefined)
    throw new Error(`docs/environment.md needs the marks ${startMark} and ${endMark}`);
  return `${textBefore}${startMark}\n${printVariables()}\n${endMark}${textAfter}`;
}

function printVariables(): string {
  const variableNames = Object.keys(environmentSchema.shape) as VariableName[];
  return Object.entries(titleByTopic)
    .map(([topic, title]) => {
      const rows = variableNames.filter((name) => variableNotes[name].topic === topic).map(printRow);
      const tableHead = '| variable | default | form | in production | meaning |\n|---|---|---|---|---|';
      return `## ${title}\n\n${tableHead}\n${rows.join('\n')}\n`;
    })
    .join('\n');
}

function printRow(name: VariableName): string {
  const { kind, production, text } = variableNotes[name];
  const nameText = kind === 'secret' ? `\`${name}\` (or \`${name}_FILE\`)` : `\`${name}\``;
  return `| ${nameText} | ${describeDefault(name)} | ${describeForm(name)} | ${production ?? 'no'} | ${text} |`;
}

/** The value that the schema takes for a variable that is not set. */
function describeDefault(name: VariableName): string {
  const parseResult = environmentSchema.shape[name].safeParse(undefined);
  const value: unknown = parseResult.success ? parseResult.data : undefined;
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return 'unset';
  return `\`${typeof value === 'string' ? value : JSON.stringify(Number(value))}\``;
}

/** Returns the form of the value: the message with which the schema refuses a text that does not have this form. */
function describeForm(name: VariableName): string {
  const parseResult = environmentSchema.shape[name].safeParse(unusualText);
  if (parseResult.success) return 'text';
  return parseResult.error.issues
    .map((issue) =>
      'values' in issue ? issue.values.map((value) => `\`${String(value)}\``).join(', ') : issue.message,
    )
    .map((message) =>
      message
        .replace(/^must (?:be |have )?/, '')
        .replace(/^start /, 'starting ')
        .replace(/^look like /, 'such as ')
        .replace(/[|<]/g, String.raw`\$&`),
    )
    .join('; ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(environmentFile, insertVariables(await readFile(environmentFile, 'utf8')));
}
