import { DomainError } from '@carhouse/domain/errors/domain-error';
import { type Id, parseId } from '@carhouse/domain/ids/id';

/** The time and id of the last row of a page: the next page starts after it. */
type PageCursor<RowId> = { readonly at: Date; readonly id: RowId };

/** Writes a cursor for the URL in the `Link` header. */
function writeCursor(at: Date, id: string): string {
  return `${at.toISOString()}_${id}`;
}

/** Only the format of `writeCursor` is accepted: JavaScript parses other texts as dates that the database refuses. */
const cursorForm = /^(2\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_(.+)$/;

/** @throws DomainError BAD_REQUEST for a malformed cursor. */
function readCursor<RowId extends Id<string>>(text: string): PageCursor<RowId> {
  const [, time = '', rest = ''] = cursorForm.exec(text) ?? [];
  const at = new Date(time);
  const id = parseId(rest);
  if (Number.isNaN(at.getTime()) || id === undefined) throw new DomainError('BAD_REQUEST');
  return { at, id: id as RowId };
}

/** Returns the `Link` header of the next page with the same filters; undefined on the last page. */
export function nextLink(
  path: string,
  next: string | null,
  choice: Readonly<Record<string, string | number | undefined>> = {},
): { readonly link?: string } {
  if (next === null) return {};
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(choice)) if (value !== undefined) query.set(name, String(value));
  query.set('before', next);
  return { link: `<${path}?${query.toString()}>; rel="next"` };
}

/** The maximum number of rows in one answer, because the specification's lists are plain arrays without pages. */
export const pageSize = 200;

export type Page<Row> = {
  readonly rows: readonly Row[];
  /** The cursor of the next page; null on the last page. */
  readonly next: string | null;
};

/**
 * Selects one page of a list that is ordered by time and id, newest first. One row more than the page size is selected, to
 * know whether there is a next page.
 * @throws DomainError BAD_REQUEST for a malformed cursor.
 */
export async function selectPage<Row extends { readonly id: Id<string> }>(given: {
  readonly before: string | undefined;
  /** Number of rows on the page; `pageSize` by default. */
  readonly size?: number | undefined;
  readonly timeOf: (row: Row) => Date;
  readonly select: (limit: number, after: PageCursor<Row['id']> | undefined) => Promise<readonly Row[]>;
}): Promise<Page<Row>> {
  const after = given.before === undefined ? undefined : readCursor<Row['id']>(given.before);
  const size = given.size ?? pageSize;
  const found = await given.select(size + 1, after);
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return {
    rows,
    next: found.length > size && last !== undefined ? writeCursor(given.timeOf(last), last.id) : null,
  };
}
