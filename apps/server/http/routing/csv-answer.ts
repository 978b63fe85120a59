import { Readable } from 'node:stream';
import type { Actor } from '@carhouse/domain/account/account';
import { assertRole } from '@carhouse/domain/account/account-policy';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { formatCsvLine } from '@carhouse/domain/text/csv-line';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod/mini';
import type { Page } from './page-cursor.ts';
import { checkRecentSignIn, findActor, readActorNow } from './session.ts';

/**
 * Maximum number of rows in a CSV file. The last line of a file with this number of rows says that rows may be missing.
 */
export const csvRowCountMaximum = 50_000;
/** Number of rows that are read from the database in one query. */
const rowsPerQuery = 200;

type CsvFile<Row, Query> = {
  readonly path: string;
  readonly query: z.ZodMiniType<Query>;
  readonly fileName: string;
  readonly columns: readonly string[];
  /**
   * Checks that the caller has done what this file requires beforehand, for example proved a second factor. This
   * function is called after the role and the recent sign-in are checked.
   */
  readonly authorise: (actor: Actor) => Promise<void>;
  /** Reads one page of rows, which begins after the cursor. */
  readonly read: (query: Query, cursor: string | undefined, limit: number) => Promise<Page<Row>>;
  readonly write: (row: Row) => readonly string[];
  readonly rowCountMaximum?: number;
};

/**
 * Serves a list as a CSV file for admins. The route is not part of the API contract, because its response is not JSON. The
 * rows are read page by page while the client downloads the file, so a long list needs no more memory than one page. As for
 * the export of an account, the session must have begun or been confirmed in the last 15 minutes (decision 0023). An
 * audit entry about the export is written before the first byte is sent, as for every read of personal data by an admin. The
 * admin's rights are checked again before each further page; when they are lost, the download is aborted.
 */
export function registerCsvFile<Row, Query>(app: FastifyInstance, file: CsvFile<Row, Query>): void {
  app.route({
    method: 'GET',
    url: file.path,
    schema: { hide: true, querystring: file.query },
    config: { lane: 'costly', securityEvent: 'personal-data' },
    preValidation: async (request) => {
      const actor = await requireAdmin(request);
      await checkRecentSignIn(request);
      await file.authorise(actor);
      await app.countCall(`GET ${file.path}`, actor, request);
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { accountId } = await requireAdmin(request);
      const query = request.query as Query;
      // The first page is read before the headers are sent, so that a failure becomes an error response and not a truncated
      // file.
      const firstPage = await file.read(query, undefined, rowsPerQuery);
      const readAsAdmin: typeof file.read = async (...page) => {
        assertAdmin(await readActorNow(request));
        return file.read(...page);
      };
      await app.auditRead(accountId, file.path, request.url);
      app.recordSuccess('personal-data', request);
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${file.fileName}"`)
        .send(Readable.from(streamLines({ ...file, read: readAsAdmin }, query, firstPage)));
    },
  });
}

/** Returns the signed-in admin. @throws DomainError UNAUTHENTICATED, ROLE_REQUIRED. */
async function requireAdmin(request: FastifyRequest): Promise<Actor> {
  const actor = await findActor(request);
  request.actorId = actor?.accountId ?? null;
  return assertAdmin(actor);
}

function assertAdmin(actor: Actor | null): Actor {
  if (actor === null) throw new DomainError('UNAUTHENTICATED');
  assertRole(actor, 'admin');
  return actor;
}

async function* streamLines<Row, Query>(
  file: CsvFile<Row, Query>,
  query: Query,
  firstPage: Page<Row>,
): AsyncGenerator<string> {
  const { columns, read, write, rowCountMaximum = csvRowCountMaximum } = file;
  yield formatCsvLine(columns);
  let page = firstPage;
  let remainingRows = rowCountMaximum;
  for (;;) {
    const rows = page.rows.slice(0, remainingRows);
    if (rows.length > 0) yield rows.map((row) => formatCsvLine(write(row))).join('');
    remainingRows -= rows.length;
    const isCompleteList = page.next === null && rows.length === page.rows.length;
    if (isCompleteList) return;
    if (remainingRows === 0) {
      yield formatCsvLine([`Only the newest ${rowCountMaximum} rows are in this file.`]);
      return;
    }
    page = await read(query, page.next ?? undefined, rowsPerQuery);
  }
}
