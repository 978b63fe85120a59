import type { Mutant } from './mutant.ts';

const photoTests = ['apps/server/imports/store-import-images.long.test.ts'];
const importMessageTests = ['apps/server/imports/refuse-messages.long.test.ts'];
const decoderMessageTests = ['packages/images/refuse-messages.test.ts'];
const interruptionTests = ['apps/server/imports/stop-import-images.long.test.ts'];

/**
 * Mutants of the photos of imports: which process hashes and receives their bytes, and how the report counts them; and of
 * the messages of the processes that read files.
 */
export const importPhotoMutants: readonly Mutant[] = [
  {
    name: 'MESSAGE-IMPORT',
    fault: 'the server takes every message of the process of an import',
    edits: [
      {
        file: 'apps/server/imports/import-workers.ts',
        find: "          if (messageCheck.kind === 'invalid') {",
        replace:
          "          if (messageCheck.kind === 'invalid' && !hasAnswered) {\n            hasAnswered = true;\n            return resolve(message as ImportAnswer);\n          }\n          if (messageCheck.kind === 'invalid') {",
      },
    ],
    tests: importMessageTests,
  },
  {
    name: 'MESSAGE-PHOTO',
    fault: 'the server takes photos of an import under any digest',
    edits: [
      {
        file: 'packages/images/image-process.ts',
        find: "if (task.digest !== null && hash('sha256', task.bytes) !== task.digest) return { kind: 'digest-mismatch' };",
        replace: '',
      },
    ],
    tests: [...importMessageTests, ...decoderMessageTests],
  },
  {
    name: 'MESSAGE-SIZE',
    fault: 'a message of a process that reads strangers’ files may have any size',
    edits: [
      {
        file: 'packages/images/message-pipe.ts',
        find: 'if (length > messageBytesMaximum) {',
        replace: 'if (length < 0) {',
      },
    ],
    tests: [...importMessageTests, ...decoderMessageTests],
  },
  {
    name: 'MESSAGE-DECODER',
    fault: 'the server takes every answer of a decoder process',
    edits: [
      {
        file: 'packages/images/start-image-workers.ts',
        find: 'if (error !== undefined) return describeIssues(error);',
        replace: 'if (error !== undefined) return message as ImageAnswer;',
      },
    ],
    tests: decoderMessageTests,
  },
  {
    name: 'MESSAGE-KEY',
    fault: 'a decoder process may answer with the key of another picture',
    edits: [
      {
        file: 'packages/images/start-image-workers.ts',
        find: "return digest.startsWith(key) ? data : 'another key';",
        replace: 'return digest === key ? data : data;',
      },
    ],
    tests: decoderMessageTests,
  },
  {
    name: 'PHOTO-DIGEST',
    fault: 'the serving process hashes the photos of an import',
    edits: [
      {
        file: 'apps/server/images/upload-image.ts',
        find: 'const image = await (comesFromImport\n',
        replace: 'const image = await (comesFromImport && bytes.length === 0\n',
      },
    ],
    tests: photoTests,
  },
  {
    name: 'PHOTO-BYTES',
    fault: 'the serving process gets the bytes of a photo that it knows',
    edits: [
      {
        file: 'apps/server/imports/store-import-images.ts',
        find: 'const knownOutcome = outcomesByDigest.get(image.digest);',
        replace: "const knownOutcome = outcomesByDigest.get(image.digest === '' ? '' : name);",
      },
    ],
    tests: photoTests,
  },
  {
    name: 'PHOTO-BUDGET',
    fault: 'the report of an import counts photos that a budget left out as missing',
    edits: [
      {
        file: 'apps/server/imports/store-import-images.ts',
        find: "return image.found === 'nothing' ? missingOutcome : overBudgetOutcome;",
        replace: 'return missingOutcome;',
      },
    ],
    tests: photoTests,
  },
  {
    name: 'PHOTO-QUOTA',
    fault: 'the report of an import counts photos beyond the quota of their seller as missing',
    edits: [
      {
        file: 'apps/server/imports/store-import-images.ts',
        find: "if (isDomainError(error, 'IMAGE_QUOTA')) return overBudgetOutcome;",
        replace: "if (isDomainError(error, 'IMAGE_QUOTA')) return missingOutcome;",
      },
    ],
    tests: photoTests,
  },
  {
    name: 'PHOTO-ENDED',
    fault: 'photos that a killed process did not send count as beyond the budget and are never stored',
    edits: [
      {
        file: 'apps/server/imports/import-workers.ts',
        find: "settleEnding({ found: endCause === 'CRASHED' ? 'ended' : 'over budget' });",
        replace: "settleEnding({ found: 'over budget' });",
      },
    ],
    tests: interruptionTests,
  },
  {
    name: 'PHOTO-RUN',
    fault: 'a stopped run adds photos to listings',
    edits: [
      {
        file: 'apps/server/imports/store-import-images.ts',
        find: '    if (!(await lockRun(trx, run))) return false;\n    await deleteImageNames(trx, run.id, dealerRef);',
        replace: '    await deleteImageNames(trx, run.id, dealerRef);',
      },
    ],
    tests: interruptionTests,
  },
  {
    name: 'PHOTO-NAMES',
    fault: 'the names of photos are stored after the batch of their rows is committed',
    edits: [
      {
        file: 'packages/importer/save/import-file.ts',
        find: '      if (!options.dryRun) await options.onImages?.(connection, listImages(savedOutcomes));\n',
        replace: '',
      },
      {
        file: 'packages/importer/save/import-file.ts',
        find: '    await report.add(',
        replace:
          '    if (!options.dryRun) await options.onImages?.(options.database, listImages(outcomes));\n    await report.add(',
      },
    ],
    tests: interruptionTests,
  },
  {
    name: 'CSV-RECENT',
    fault: 'a session that is left open downloads the payments and the audit',
    edits: [
      {
        file: 'apps/server/http/routing/csv-answer.ts',
        find: '      await checkRecentSignIn(request);\n',
        replace: "      if (request.url === '') await checkRecentSignIn(request);\n",
      },
    ],
    tests: ['apps/server/http/routing/csv-answer.test.ts'],
  },
  {
    name: 'CSV-FACTOR',
    fault: 'a stolen session downloads the payments of an admin who has a second factor',
    edits: [
      {
        file: 'apps/server/http/routing/csv-answer.ts',
        find: '      await file.authorise(actor);\n',
        replace: '',
      },
    ],
    tests: ['apps/server/http/routing/csv-answer.test.ts'],
  },
  {
    name: 'TURNS-RESERVED',
    fault: 'two networks keep all turns of changes',
    edits: [
      {
        file: 'apps/server/http/limits/work-shares.ts',
        find: 'reservedTurns: 2, perSubject',
        replace: 'reservedTurns: 0, perSubject',
      },
    ],
    tests: ['apps/server/http/limits/share-work.test.ts'],
  },
  {
    name: 'TURNS-WIDE',
    fault: 'each 64-bit network of one customer gets a reserved turn',
    edits: [
      {
        file: 'packages/domain/limits/fair-queue.ts',
        find: 'return findWideNetwork(subject) ?? subject;',
        replace: 'return subject;',
      },
    ],
    tests: ['apps/server/http/limits/share-work.test.ts'],
  },
  {
    name: 'MARKED-AGAIN',
    fault: 'a new seller lists a car again beside the page on which they marked it as sold',
    edits: [
      {
        file: 'packages/database/listings/duplicates.ts',
        find: 'if (duplicateOnSale !== undefined || markedSince === undefined)',
        replace: 'if (duplicateOnSale !== undefined || markedSince !== null)',
      },
    ],
    tests: ['apps/server/listings/check-duplicate.test.ts'],
  },
  {
    name: 'MARKED-PAID',
    fault: 'a seller puts a car on sale again that a buyer has paid for',
    edits: [
      {
        file: 'apps/server/listings/authorise-owner.ts',
        find: "  if (listing.status === 'sold' && (await hasPaidBooking(trx, listing.id))) throw",
        replace: "  if (listing.status === 'draft' && (await hasPaidBooking(trx, listing.id))) throw",
      },
    ],
    tests: ['apps/server/listings/check-duplicate.test.ts'],
  },
  {
    name: 'BREAK-REASON',
    fault: 'the audit keeps the text that an admin types when they break a hold',
    edits: [
      {
        file: 'apps/server/payments/break-hold.ts',
        find: 'listingId: attempt.listingId },',
        replace: 'listingId: attempt.listingId, reason },',
      },
    ],
    tests: ['apps/server/payments/break-hold.test.ts'],
  },
  {
    name: 'IMPORT-QUEUE',
    fault: 'a repeated job of an examination runs the whole import',
    edits: [
      {
        file: 'apps/server/jobs/start-jobs.ts',
        find: "importCars(context, importId, signal, ['examining'])",
        replace: 'importCars(context, importId, signal)',
      },
    ],
    tests: ['apps/server/imports/refuse-late-examination.long.test.ts'],
  },
  {
    name: 'PHOTO-RETRY',
    fault: 'photos that could not be stored at once are given up',
    edits: [
      {
        file: 'apps/server/imports/store-import-images.ts',
        find: "if (temporaryErrorCodes.some((code) => isDomainError(error, code))) return 'later';",
        replace: '',
      },
    ],
    tests: interruptionTests,
  },
  {
    name: 'PHOTO-LEFT',
    fault: 'the names of photos that could not be stored are deleted',
    edits: [
      {
        file: 'apps/server/imports/store-import-images.ts',
        find: "if (result === 'later') continue;",
        replace: "if (result === 'later' && waitMs < 30_000) continue;",
      },
    ],
    tests: interruptionTests,
  },
];
