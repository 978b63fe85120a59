import { Readable } from 'node:stream';
import * as contract from '@carhouse/contract/imports';
import { runAsMember } from '@carhouse/database/connection/member-role';
import { readChunks } from '@carhouse/database/imports/import-parts';
import { listBusyImports } from '@carhouse/database/imports/import-runs';
import { listImports } from '@carhouse/database/imports/imports';
import type { Actor } from '@carhouse/domain/account/account';
import { assertRole } from '@carhouse/domain/account/account-policy';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { registerUploads, streamUpload } from '../http/bodies/read-upload.ts';
import { serverLimits } from '../http/limits/server-limits.ts';
import { createUploadSlotTaker } from '../http/limits/upload-turns.ts';
import { type BodyReader, mount } from '../http/routing/mount.ts';
import { findSubject } from '../http/routing/request-subject.ts';
import { findActor } from '../http/routing/session.ts';
import { changeMapping } from './change-mapping.ts';
import { type DealerImport, getOwnImport } from './import-records.ts';
import { presentImport, presentRunning, presentSummary } from './present-import.ts';
import {
  assertRoomForImport,
  enqueueImportExamination,
  keptImportCountMaximum,
  ReceivedFile,
  storeUpload,
} from './receive-import.ts';
import { registerReviewRoutes } from './register-review-routes.ts';
import { startImport } from './start-import.ts';
import { discardImport, stopAnyImport, stopOwnImport } from './stop-import.ts';

const upload = {
  field: 'file',
  limit: serverLimits.importBytes,
  // This timeout is two seconds shorter than that of Node's HTTP server, whose response would not be problem+json.
  durationMaximumMs: serverLimits.uploadTimeout - 2_000,
  graceMs: 20_000,
};

/** Maximum number of imports in the admins' list of all sellers' imports. */
const runningImportCountMaximum = 200;

/**
 * The limits on concurrent uploads. They are low, because the bytes of uploads are written to the database as they
 * arrive.
 */
const uploadTurnLimits = { concurrentUploadMaximum: 4, concurrentUploadsPerAccount: 1, concurrentUploadsPerNetwork: 2 };

export function registerImportRoutes(app: FastifyInstance, context: Context): void {
  const presentImportNow = (foundImport: DealerImport) => presentImport(foundImport, context.now());
  // The response is too large to be stored under an idempotency key, because it contains the columns and the first rows
  // of the file.
  const replayOptions = {
    rebuildAnswer: async ({ params, actor }: { readonly params: { readonly id: string }; readonly actor: Actor }) =>
      presentImportNow(await getOwnImport(context.database, actor, params.id)),
  };

  // Multipart bodies are read only in this Fastify scope.
  app.register(async (uploadScope) => {
    await registerUploads(uploadScope, upload);
    const takeUploadSlot = createUploadSlotTaker(uploadTurnLimits);
    const readFile: BodyReader = async (request, reply, actor) => {
      takeUploadSlot(actor.accountId, request, reply);
      const contentLengthHeader = request.headers['content-length'];
      const announcedBytes = contentLengthHeader === undefined ? undefined : Number(contentLengthHeader);
      await assertRoomForImport(context, actor, announcedBytes);
      return {
        file: await streamUpload(request, reply, upload, (stream, fileName) =>
          storeUpload(context, actor, stream, { fileName, announcedBytes }),
        ),
      };
    };
    mount(
      uploadScope,
      contract.uploadImport,
      async ({ body, actor, request }) => {
        if (!(body.file instanceof ReceivedFile)) throw new DomainError('BAD_REQUEST');
        return {
          status: 201,
          body: presentImportNow(await enqueueImportExamination(context, actor, body.file, findSubject(null, request))),
        };
      },
      { readBody: readFile },
    );
  });

  mount(app, contract.listImports, async ({ actor }) => {
    const { accountId } = actor;
    const imports = await runAsMember(context.database, accountId, (trx) =>
      listImports(trx, accountId, keptImportCountMaximum),
    );
    return { status: 200, body: imports.map(presentSummary) };
  });

  mount(app, contract.showImport, async ({ params, actor }) => {
    return { status: 200, body: presentImportNow(await getOwnImport(context.database, actor, params.id)) };
  });

  mount(app, contract.changeImportMapping, async ({ params, body, actor }) => {
    return { status: 200, body: presentImportNow(await changeMapping(context, actor, params.id, body)) };
  });

  mount(
    app,
    contract.checkImport,
    async ({ params, actor, request }) => {
      const requester = { network: findSubject(null, request) };
      return {
        status: 202,
        body: presentImportNow(await startImport(context, actor, params.id, 'checking', requester)),
      };
    },
    replayOptions,
  );

  mount(
    app,
    contract.startImport,
    async ({ params, actor, request }) => {
      const requester = { network: findSubject(null, request) };
      return {
        status: 202,
        body: presentImportNow(await startImport(context, actor, params.id, 'running', requester)),
      };
    },
    replayOptions,
  );

  mount(
    app,
    contract.withdrawGoneCars,
    async ({ params, body, actor, request }) => {
      const requester = { network: findSubject(null, request), cars: body.cars };
      return {
        status: 202,
        body: presentImportNow(await startImport(context, actor, params.id, 'withdrawing', requester)),
      };
    },
    replayOptions,
  );

  mount(app, contract.discardImport, async ({ params, actor }) => {
    await discardImport(context, actor, params.id);
    return { status: 200, body: { deletedCount: 1 } };
  });

  mount(
    app,
    contract.stopImport,
    async ({ params, actor }) => {
      return { status: 200, body: presentImportNow(await stopOwnImport(context, actor, params.id)) };
    },
    replayOptions,
  );

  mount(app, contract.listRunningImports, async () => {
    const runningImports = await listBusyImports(context.database, runningImportCountMaximum);
    return { status: 200, body: runningImports.map(presentRunning) };
  });

  mount(app, contract.stopRunningImport, async ({ params, actor }) => {
    await stopAnyImport(context, actor, params.id);
    return { status: 200, body: { stopped: true } };
  });

  registerReviewRoutes(app, context);
  registerReportRoute(app, context);
}

/**
 * Serves the report of an import as a CSV file. The route is not part of the API contract, because its response is not JSON.
 */
function registerReportRoute(app: FastifyInstance, context: Context): void {
  const path = contract.makeImportReportPath(':id');
  const options = { schema: { hide: true }, config: { lane: 'costly' } } as const;
  app.get<{ Params: { id: string } }>(path, options, async (request, reply) => {
    const actor = await findActor(request);
    if (actor === null) throw new DomainError('UNAUTHENTICATED');
    assertRole(actor, 'Seller');
    await app.countCall(`GET ${path}`, actor, request);
    const dealerImport = await getOwnImport(context.database, actor, request.params.id);
    if (dealerImport.result === null) throw new DomainError('NOT_FOUND');
    const name = `import-report-${dealerImport.file_name.replace(/[^\w.-]+/g, '-')}`.replace(/(?:\.\w+)?$/, '.csv');
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(readChunks(context.database, dealerImport.id, 'report')));
  });
}
