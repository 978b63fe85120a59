// Imports a dealer's CSV file as listings of a seller. See `usage` for the flags, and packages/importer/ for the rules.
// Exit codes: 0 the file was processed (rows may have been rejected), 1 failed, 2 wrong usage, 130 interrupted.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeId } from '@carhouse/domain/ids/id';
import { isExchangeRate } from '@carhouse/domain/money/money';
import { EmbeddedDatabaseError } from '@carhouse/embedded-postgres/embedded-database-error';
import {
  type CheckedFile,
  type MappingChooser,
  makeMappingChooserByName,
  readHead,
} from '@carhouse/importer/draft/check-file';
import { bindMapping, listMappings } from '@carhouse/importer/guess/choose-mapping';
import { formatMapping, parseMapping } from '@carhouse/importer/guess/mapping-json';
import { ImportFault } from '@carhouse/importer/read/import-fault';
import { openSource, type SourceFile } from '@carhouse/importer/read/source-file';
import { findSeller } from '@carhouse/importer/save/find-seller';
import { type ImportOptions, type ImportResult, importFile } from '@carhouse/importer/save/import-file';
import { openCommandDatabase } from '@carhouse/importer/save/open-command-database';
import { openReport, reportFileName } from '@carhouse/importer/save/report-file';
import { findCommandDatabaseUrl, readCommandEnvironment } from '@carhouse/server/config/secret-files';

const usage = `Usage: npm run import -- FILE [flags]

FILE is CSV (comma, semicolon or tab) with a header row, a JSON list, or JSON lines; also packed with gzip or zip.

  --seller EMAIL   whose cars these are; seller@carhouse.example where the demo data is
  --mapping NAME   how to read the columns: a name, or a file that --show-mapping made; without it the one that fits the
                   header row, else one that is guessed from the headers and the first rows:
${listMappings().replace(/^/gm, '                 ')}
  --show-mapping   write the mapping that would be taken as JSON, and stop
  --money CODE=N   the prices are in CODE, and one of it is N Singapore dollars; other prices than in SGD stay out without it
  --add-brands     add makes that the server does not know as brands
  --dry-run        say what would happen and change nothing
  --report PATH    where to write what became of each row; DATA_DIR/imports by default
  --help           this text

The database is that of DATABASE_URL, else the embedded one of DATA_DIR (./data), whether or not Car House is running.`;

/**
 * One Ctrl-C sends several signals to this process: one from the terminal, and others through npm. Signals within this
 * time, in milliseconds, count as one signal.
 */
const signalRepeatMs = 1000;
const projectFolder = fileURLToPath(new URL('..', import.meta.url));
const commandArguments = readArguments();
process.exitCode =
  commandArguments === undefined ? 2 : commandArguments.shouldShowHelp ? 0 : await run(commandArguments);

type ImportArguments = {
  readonly shouldShowHelp: boolean;
  readonly file: string;
  readonly seller: string | undefined;
  readonly mappingName: string | undefined;
  readonly reportPath: string | undefined;
  readonly money: string | undefined;
  readonly isMappingShown: boolean;
  readonly shouldAddBrands: boolean;
  readonly isDryRun: boolean;
};

function readArguments(): ImportArguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        seller: { type: 'string' },
        mapping: { type: 'string' },
        report: { type: 'string' },
        money: { type: 'string' },
        'show-mapping': { type: 'boolean', default: false },
        'add-brands': { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const {
      help: shouldShowHelp,
      'add-brands': shouldAddBrands,
      'dry-run': isDryRun,
      'show-mapping': showMapping,
      ...texts
    } = values;
    const { seller, mapping: mappingName, report: reportPath, money } = texts;
    if (shouldShowHelp) console.log(usage);
    else if (positionals.length !== 1) throw new TypeError('Name one FILE.');
    if (money !== undefined && !(/^[A-Z]{3}=\d+(?:\.\d+)?$/.test(money) && isExchangeRate(Number(money.slice(4)))))
      throw new TypeError('Write --money as USD=1.35.');
    return {
      shouldShowHelp,
      file: positionals[0] ?? '',
      seller,
      mappingName,
      reportPath,
      money,
      shouldAddBrands,
      isDryRun,
      isMappingShown: showMapping,
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    return undefined;
  }
}

async function run(importArguments: ImportArguments): Promise<number> {
  const dataDir = resolve(projectFolder, process.env.DATA_DIR || 'data');
  const interruption = new AbortController();
  let lastSignalAt = 0;
  const handleInterrupt = (): void => {
    const isRepeated = performance.now() - lastSignalAt < signalRepeatMs;
    lastSignalAt = performance.now();
    if (interruption.signal.aborted) {
      // Each batch is a transaction, so a batch is never saved in part.
      if (!isRepeated) process.exit(130);
      return;
    }
    interruption.abort();
    console.error('Stopping after this batch …');
  };
  process.on('SIGINT', handleInterrupt);
  process.on('SIGTERM', handleInterrupt);
  try {
    return await importIntoDatabase(importArguments, dataDir, interruption.signal);
  } catch (error) {
    clearProgress();
    console.error(explainError(error));
    return 1;
  } finally {
    process.off('SIGINT', handleInterrupt);
    process.off('SIGTERM', handleInterrupt);
  }
}

async function importIntoDatabase(
  importArguments: ImportArguments,
  dataDir: string,
  signal: AbortSignal,
): Promise<number> {
  const file = resolveInCallerFolder(importArguments.file);
  const now = new Date();
  const reportPath =
    importArguments.reportPath === undefined
      ? join(dataDir, 'imports', reportFileName(importArguments.file.replace(/^.*[\\/]/, ''), now))
      : resolveInCallerFolder(importArguments.reportPath);
  const chooseMapping = await makeMappingChooser(importArguments);
  if (importArguments.isMappingShown) return showMapping(file, chooseMapping);
  const log = (line: string): void => console.log(line);
  const backupDir = process.env.BACKUP_DIR ? resolve(projectFolder, process.env.BACKUP_DIR) : undefined;
  const environment = readCommandEnvironment(process.env);
  const commandDatabase = await openCommandDatabase({
    url: findCommandDatabaseUrl(environment),
    dataDir,
    backupDir,
    log,
  });
  try {
    const startTime = performance.now();
    const seller = await findSeller(commandDatabase.database, importArguments.seller);
    const source = await openSource(file);
    const result = await importAndCloseFile(source, {
      database: commandDatabase.database,
      sellerId: seller.id,
      chooseMapping,
      brands: importArguments.shouldAddBrands ? 'all' : 'none',
      dryRun: importArguments.isDryRun,
      now,
      makeId: () => makeId(new Date(), randomBytes(10)),
      openReport: () => openReport(reportPath),
      onStart: (checkedFile) => describeStart(importArguments, checkedFile, seller.email),
      onProgress: showProgress,
      signal,
    });
    clearProgress();
    describeResult(importArguments, result, reportPath, (performance.now() - startTime) / 1000);
    return result.isInterrupted ? 130 : 0;
  } finally {
    await commandDatabase.close();
  }
}

/**
 * Returns the mapping that the flags select by a known name or a file; undefined when the flags select no mapping. The
 * currency flags are added to the mapping.
 */
async function makeMappingChooser({ mappingName, money }: ImportArguments): Promise<MappingChooser> {
  const path = mappingName?.endsWith('.json') === true ? resolveInCallerFolder(mappingName) : undefined;
  const storedMapping = path === undefined ? undefined : parseMapping(await readFile(path, 'utf8'), path);
  const chooseMapping: MappingChooser =
    storedMapping === undefined
      ? makeMappingChooserByName(mappingName)
      : ({ header }) => bindMapping(storedMapping, header);
  if (money === undefined) return chooseMapping;
  const [currency = '', exchangeRate] = money.split('=');
  return (tableHead) => {
    const chosenMapping = chooseMapping(tableHead);
    return { ...chosenMapping, mapping: { ...chosenMapping.mapping, money: { currency, rate: Number(exchangeRate) } } };
  };
}

async function showMapping(file: string, chooseMapping: MappingChooser): Promise<number> {
  const source = await openSource(file);
  try {
    process.stdout.write(formatMapping(chooseMapping(await readHead(source, 400)).mapping));
    return 0;
  } finally {
    await source.close();
  }
}

async function importAndCloseFile(source: SourceFile, options: Omit<ImportOptions, 'source'>): Promise<ImportResult> {
  try {
    return await importFile({ ...options, source });
  } finally {
    await source.close();
  }
}

/**
 * Resolves a path that the operator typed. npm runs scripts in the project's folder, so a relative path is resolved
 * against the operator's own directory.
 */
function resolveInCallerFolder(path: string): string {
  const callerFolder = process.env.INIT_CWD;
  if (isAbsolute(path) || callerFolder === undefined) return resolve(path);
  const absolutePath = resolve(callerFolder, path);
  return existsSync(absolutePath) || !existsSync(path) ? absolutePath : resolve(path);
}

function describeStart(importArguments: ImportArguments, checkedFile: CheckedFile, email: string): void {
  const { guessedMapping: guess, format } = checkedFile;
  const mappingDescription =
    guess === undefined ? `with the mapping ${checkedFile.mapping.name}` : 'with a guessed mapping';
  console.log(`Reading ${checkedFile.rows} rows ${mappingDescription} for ${email}.`);
  for (const { header, field, as, confidence } of guess?.columns ?? []) {
    if (field === null) continue;
    const readerDescription = as === undefined ? '' : `, read as ${as}`;
    console.log(`  ${header} → ${field}${readerDescription} (${Math.round(confidence * 100)} % sure)`);
  }
  for (const guessDoubt of guess?.doubts ?? []) console.log(guessDoubt);
  if (format.encoding !== 'utf-8') console.log(`The text is ${format.encoding.toUpperCase()}.`);
  if (!checkedFile.endsWithLineBreak) {
    console.log(
      'The file does not end with a line end. If it was cut off, the last value of its last row may be wrong.',
    );
  }
  const unusedColumns = guess === undefined ? checkedFile.binding.unknownHeaders : checkedFile.mapping.leftOut;
  if (unusedColumns.length > 0) console.log(`Columns that are not used: ${unusedColumns.join(', ')}.`);
  if (importArguments.isDryRun) console.log('This is a dry run: nothing is changed.');
}

function describeResult(
  importArguments: ImportArguments,
  result: ImportResult,
  reportPath: string,
  seconds: number,
): void {
  const { imported, updated, unchanged, rejected } = result;
  const rows = imported + updated + unchanged + rejected;
  if (result.isInterrupted)
    console.log(`Interrupted. The first ${rows} rows are dealt with; run it again for the rest.`);
  if (result.brandsAdded.length > 0) {
    const verb = importArguments.isDryRun ? 'Brands it would add' : 'Brands added';
    console.log(`${verb} (${result.brandsAdded.length}): ${result.brandsAdded.join(', ')}.`);
  }
  for (const { reason, rows: count } of result.reasons.slice(0, 20)) console.log(`Rejected ${count}: ${reason}`);
  const missingCarCount = result.missingCars.ids.length;
  if (missingCarCount > 0)
    console.log(`${missingCarCount} cars of earlier files are on offer and not in this one. They stay as they are.`);
  console.log(`Report: ${reportPath}`);
  console.log(`${rows} rows in ${seconds.toFixed(1)} s (${Math.round(rows / seconds)} rows/s)`);
  if (importArguments.isDryRun) console.log('Dry run: nothing was changed. Without --dry-run it would be:');
  console.log(`${imported} imported, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected`);
}

function showProgress(doneCount: number, total: number): void {
  if (!process.stderr.isTTY) return;
  const barWidth = 30;
  const filledBarCount = Math.round((doneCount / total) * barWidth);
  process.stderr.write(
    `\r${'█'.repeat(filledBarCount)}${'░'.repeat(barWidth - filledBarCount)} ${doneCount} of ${total} rows`,
  );
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
}

function explainError(error: unknown): string {
  if (error instanceof ImportFault || error instanceof EmbeddedDatabaseError) return error.message;
  const { code, message } = error as Error & { code?: string };
  const reason = message || code || String(error);
  return `The import stopped: ${reason}\nWhat was reported as done stays in; run it again for the rest.`;
}
