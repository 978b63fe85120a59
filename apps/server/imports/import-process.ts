import { createHash, randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { maxImageBytes } from '@carhouse/contract/images';
import { type Database, openDatabase, openPool } from '@carhouse/database/connection/connect';
import { findSqlState } from '@carhouse/database/connection/transaction';
import { storeImageNames } from '@carhouse/database/imports/import-images';
import { openStoredFile } from '@carhouse/database/imports/import-parts';
import { saveProgress } from '@carhouse/database/imports/import-runs';
import { replaceGoneListings, updateImport } from '@carhouse/database/imports/imports';
import { makeId } from '@carhouse/domain/ids/id';
import { importBudgets } from '@carhouse/domain/import/import-budgets';
import { containsCardNumber } from '@carhouse/domain/payment/card-number';
import { messageDescriptor, readMessages, writeMessage } from '@carhouse/images/message-pipe';
import { readHead } from '@carhouse/importer/draft/check-file';
import { bindGuessedMapping, proposeMapping } from '@carhouse/importer/guess/choose-mapping';
import { ImportBusyError, ImportFault, ImportStoppedError } from '@carhouse/importer/read/import-fault';
import { openSourceBytes, type SourceFile } from '@carhouse/importer/read/source-file';
import type { TableHead } from '@carhouse/importer/read/table-head';
import { importFile } from '@carhouse/importer/save/import-file';
import type {
  FoundImage,
  ImageAnswer,
  ImageRequest,
  ImportAnswer,
  ImportProcessStart,
  ImportTask,
  ProcessBudget,
} from './import-task.ts';
import { storeReport } from './store-report.ts';

/*
 * A process that parses one dealer's file. The process receives a database URL and no environment variables. The
 * process has a CPU and memory budget and the lowest priority (import-workers.ts), so that it never slows visitors
 * down. The parent process waits for the result, or for the exit of this process.
 */

/** Maximum number of first rows from which the mapping is guessed. */
const sampleRowCountMaximum = 400;
const { columns: maxColumns, previewRows, previewChars, sentenceChars } = importBudgets;
/**
 * Timeouts of the process's database statements, in milliseconds. The timeouts of an import are longer than the
 * timeouts of a request, because nobody waits for a response.
 */
const statementTimeouts = {
  connectionTimeoutMillis: 10_000,
  query_timeout: 60_000,
  statement_timeout: 60_000,
  lock_timeout: 10_000,
};
const budgetProgramPath = fileURLToPath(new URL('./watch-budget.ts', import.meta.url));

const server = new Socket({ fd: messageDescriptor, readable: true, writable: true });
let handleMessage = (message: unknown): void => void answer(message as ImportProcessStart);
readMessages(server, {
  messageBytesMaximum: Number.POSITIVE_INFINITY,
  onMessage: (message) => handleMessage(message),
  onInvalid: () => process.exit(1),
});
// When the server process has exited, nobody waits for the result of this process any more.
server.on('error', () => process.exit(0)).on('close', () => process.exit(0));

async function answer({ task, databaseUrl, budget }: ImportProcessStart): Promise<void> {
  const pool = openPool({ url: databaseUrl, applicationName: 'carhouse-import', max: 3, limits: statementTimeouts });
  try {
    await startBudgetThread(budget);
    const database = openDatabase(pool);
    const sourceFile = await openSourceBytes(task.fileName, openStoredFile(database, task.id, task.fileBytes));
    if (task.work === 'running') answerImageRequests(sourceFile);
    sendToParent(
      task.work === 'examining' ? await examineFile(sourceFile) : await readFile(database, sourceFile, task),
    );
  } catch (error) {
    sendToParent(makeErrorAnswer(error));
  }
}

/** Starts a thread that ends this process when it exceeds its budget. */
async function startBudgetThread(budget: ProcessBudget): Promise<void> {
  const worker = new Worker(budgetProgramPath, { workerData: budget, env: {}, execArgv: [], name: 'budget' });
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

function sendToParent(message: ImportAnswer | ImageAnswer): void {
  writeMessage(server, message);
}

function makeErrorAnswer(error: unknown): ImportAnswer {
  if (error instanceof ImportStoppedError) return { kind: 'stopped' };
  if (error instanceof ImportBusyError) return { kind: 'busy' };
  if (error instanceof ImportFault) return { kind: 'fault', code: error.code, message: shortenMessage(error.message) };
  // The run was stopped while this process was saving rows. Row-level security refuses a statement of a stopped run
  // (migration 0032).
  if (findSqlState(error) === '42501' && /row-level security/.test((error as Error).message))
    return { kind: 'stopped' };
  const { code, message } = error as { readonly code?: unknown; readonly message?: string };
  // The database or its connection failed, so a retry may succeed.
  if (findSqlState(error) !== undefined || typeof code === 'string') {
    return { kind: 'failed', message: shortenMessage(String(message)) };
  }
  return { kind: 'fault', code: 'CRASHED', message: shortenMessage(`It could not be read to its end (${message}).`) };
}

async function examineFile(sourceFile: SourceFile): Promise<ImportAnswer> {
  const tableHead = await readHead(sourceFile, sampleRowCountMaximum);
  const { mapping, columns, doubts } = proposeMapping(tableHead);
  return {
    kind: 'examined',
    head: shortenHead(tableHead),
    mapping: { mapping, columns, doubts: doubts.map(shortenMessage) },
  };
}

async function readFile(database: Database, sourceFile: SourceFile, task: ImportTask): Promise<ImportAnswer> {
  const { id, sellerId, mapping } = task;
  if (mapping === null) throw new Error('The columns of this file are not known.');
  const startedAtMs = performance.now();
  const now = (): Date => new Date(task.now + performance.now() - startedAtMs);
  const isImportRun = task.work === 'running';
  const importResult = await importFile({
    database,
    source: sourceFile,
    sellerId,
    chooseMapping: ({ header }) => bindGuessedMapping(mapping, header),
    brands: 'known makes',
    dryRun: !isImportRun,
    maxRows: importBudgets.rows,
    limits: {
      maxCars: task.carCountMaximum,
      maxNewestPerDay: task.maxNewestPerDay,
      postCountOfOthers: task.postCountOfOthers,
    },
    now: now(),
    makeId: () => makeId(new Date(), randomBytes(10)),
    openReport: () => storeReport(database, id),
    onStart: async ({ rows }) => {
      await updateImport(database, id, { total_rows: rows }, now());
    },
    onBatch: async (at, progress) => {
      if (!(await saveProgress(at, task, progress, now()))) throw new ImportStoppedError();
    },
    onImages: (at, rows) => storeImageNames(at, id, rows),
  });
  await replaceGoneListings(database, id, isImportRun ? importResult.missingCars.ids : []);
  const { imported, updated, unchanged, rejected, reasons, brandsAdded, missingCars } = importResult;
  const counts = { imported, updated, unchanged, rejected };
  const result = { ...counts, reasons, brandsAdded, gone: missingCars.isIncomplete ? null : missingCars.ids.length };
  return { kind: 'read', result, holdsImages: sourceFile.holdsImages };
}

/**
 * Unpacks images of the archive one at a time, when the parent process requests them. The parent process first gets the
 * digest of an image and requests the bytes only of unknown images. The parent process therefore neither hashes nor
 * receives bytes twice.
 */
function answerImageRequests(sourceFile: SourceFile): void {
  let lastFoundImage: { readonly digest: string; readonly bytes: Uint8Array } | undefined;
  const findImage = async (name: string): Promise<FoundImage> => {
    lastFoundImage = undefined;
    const image = await sourceFile.image(name, maxImageBytes);
    if (image.kind !== 'image') return { found: image.kind };
    const digest = createHash('sha256').update(image.bytes).digest('hex');
    lastFoundImage = { digest, bytes: image.bytes };
    return { found: 'image', digest };
  };
  handleMessage = (message) => {
    const { kind, imageReference } = message as ImageRequest;
    if (kind === 'send-image') {
      sendToParent({
        kind,
        imageReference,
        bytes: lastFoundImage?.digest === imageReference ? lastFoundImage.bytes : null,
      });
      lastFoundImage = undefined;
    } else {
      void findImage(imageReference)
        .catch(() => ({ found: 'nothing' }) as const)
        .then((image) => sendToParent({ kind, imageReference, image }));
    }
  };
}

/**
 * Returns the rows for the preview. Long cells are shortened, and card numbers are removed (docs/reliability.md I20).
 */
function shortenHead({ header, sample }: TableHead): TableHead {
  const rows = [];
  let size = 0;
  for (const row of sample.slice(0, previewRows)) {
    // One cell more than the header is enough to show that a row has too many cells.
    const cells = row.cells.slice(0, maxColumns + 1);
    size += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (size > previewChars) break;
    rows.push({ line: row.line, cells: cells.map((cell) => (containsCardNumber(cell) ? '' : truncateText(cell))) });
  }
  return { header: header.map(truncateText), sample: rows };
}

/** Shortens a message, because it may quote the dealer's file or the name of a file in an archive. */
function shortenMessage(text: string): string {
  if (containsCardNumber(text)) return 'It holds a payment card number: take it out.';
  return truncateText(text.length > sentenceChars ? `${text.slice(0, sentenceChars - 1)}…` : text);
}

/** Removes control characters and characters that change the direction of text. PostgreSQL cannot store NUL in JSON. */
function truncateText(text: string): string {
  return text.replace(/[^\P{Cc}\t\r\n]|\p{Bidi_Control}/gu, '').toWellFormed();
}
