import { Readable } from 'node:stream';
import type { Actor } from '@carhouse/domain/account/account';
import { assertRole } from '@carhouse/domain/account/account-policy';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { csvLine } from '@carhouse/domain/text/csv-line';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod/mini';
import type { Page } from './page-cursor.ts';
import { actorNow, actorOf } from './session.ts';

/** Maximum number of rows of a file. A file that ends there says so in its last line. */
export const csvRowsMaximum = 50_000;
/** Number of rows that are read from the database at a time. */
const rowsAtOnce = 200;

type CsvFile<Row, Query> = {
  readonly path: string;
  readonly query: z.ZodMiniType<Query>;
  readonly fileName: string;
  readonly columns: readonly string[];
  /** One page of the rows after a cursor. */
  readonly read: (query: Query, cursor: string | undefined, limit: number) => Promise<Page<Row>>;
  readonly write: (row: Row) => readonly string[];
  readonly rowsMaximum?: number;
};

/**
 * A list as a CSV file for admins. It is not a call of the contract, because its response is not JSON. The rows are read
 * page by page while the client takes them, so that a long list needs no more memory than a page. The read is noted in the
 * audit before the first byte, as every read of personal data by an admin. Before each further page the rights are checked again:
 * who is no admin any more gets a file that breaks off.
 */
export function registerCsvFile<Row, Query>(app: FastifyInstance, file: CsvFile<Row, Query>): void {
  app.route({
    method: 'GET',
    url: file.path,
    schema: { hide: true, querystring: file.query },
    config: { lane: 'costly', securityEvent: 'personal-data' },
    preValidation: async (request) => {
      const actor = await adminOf(request);
      await app.countCall(`GET ${file.path}`, actor, request);
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { accountId } = await adminOf(request);
      const query = request.query as Query;
      // Read before the head is sent, so that a failure is an error answer and not a broken file.
      const first = await file.read(query, undefined, rowsAtOnce);
      const readAsAdmin: typeof file.read = async (...page) => {
        assertAdmin(await actorNow(request));
        return file.read(...page);
      };
      await app.auditRead(accountId, file.path, request.url);
      app.recordSuccess('personal-data', request);
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${file.fileName}"`)
        .send(Readable.from(linesOf({ ...file, read: readAsAdmin }, query, first)));
    },
  });
}

/** The signed-in admin. @throws DomainError UNAUTHENTICATED, ROLE_REQUIRED. */
async function adminOf(request: FastifyRequest): Promise<Actor> {
  const actor = await actorOf(request);
  request.actorId = actor?.accountId ?? null;
  return assertAdmin(actor);
}

function assertAdmin(actor: Actor | null): Actor {
  if (actor === null) throw new DomainError('UNAUTHENTICATED');
  assertRole(actor, 'admin');
  return actor;
}

async function* linesOf<Row, Query>(file: CsvFile<Row, Query>, query: Query, first: Page<Row>): AsyncGenerator<string> {
  const { columns, read, write, rowsMaximum = csvRowsMaximum } = file;
  yield csvLine(columns);
  let page = first;
  let left = rowsMaximum;
  for (;;) {
    const rows = page.rows.slice(0, left);
    if (rows.length > 0) yield rows.map((row) => csvLine(write(row))).join('');
    left -= rows.length;
    const isWhole = page.next === null && rows.length === page.rows.length;
    if (isWhole) return;
    if (left === 0) {
      yield csvLine([`Only the newest ${rowsMaximum} rows are in this file.`]);
      return;
    }
    page = await read(query, page.next ?? undefined, rowsAtOnce);
  }
}
