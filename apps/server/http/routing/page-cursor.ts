import { DomainError } from '@carhouse/domain/errors/domain-error';
import { type Id, parseId } from '@carhouse/domain/ids/id';

/** The time and id of the last row of a page. The next page starts after this row. */
type PageCursor<RowId> = { readonly at: Date; readonly id: RowId };

/** Returns a cursor as text, for the URL in the `Link` header. */
function formatCursor(at: Date, id: string): string {
  return `${at.toISOString()}_${id}`;
}

/**
 * Matches a cursor of `formatCursor`. Other formats are refused, because JavaScript would parse some of them as dates
 * that the database refuses.
 */
const cursorPattern = /^(2\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_(.+)$/;

/** @throws DomainError BAD_REQUEST for a malformed cursor. */
function parseCursor<RowId extends Id<string>>(text: string): PageCursor<RowId> {
  const [, timeText = '', idText = ''] = cursorPattern.exec(text) ?? [];
  const cursorDate = new Date(timeText);
  const id = parseId(idText);
  if (Number.isNaN(cursorDate.getTime()) || id === undefined) throw new DomainError('BAD_REQUEST');
  return { at: cursorDate, id: id as RowId };
}

/** Returns the `Link` header of the next page with the same filters; undefined on the last page. */
export function makeNextLink(
  path: string,
  next: string | null,
  filters: Readonly<Record<string, string | number | undefined>> = {},
): { readonly link?: string } {
  if (next === null) return {};
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, String(value));
  query.set('before', next);
  return { link: `<${path}?${query.toString()}>; rel="next"` };
}

/**
 * Maximum number of rows in one response of a list. The specification's lists are plain arrays, so a further page is
 * linked in a header.
 */
export const pageSize = 200;

export type Page<Row> = {
  readonly rows: readonly Row[];
  /** The cursor of the next page; null on the last page. */
  readonly next: string | null;
};

/**
 * Selects one page of a list that is ordered by time and id, newest first. One more row than the page size is selected,
 * which shows whether there is a next page.
 * @throws DomainError BAD_REQUEST for a malformed cursor.
 */
export async function selectPage<Row extends { readonly id: Id<string> }>(options: {
  readonly before: string | undefined;
  /** Number of rows on the page; `pageSize` by default. */
  readonly size?: number | undefined;
  readonly readTime: (row: Row) => Date;
  readonly select: (limit: number, after: PageCursor<Row['id']> | undefined) => Promise<readonly Row[]>;
}): Promise<Page<Row>> {
  const cursor = options.before === undefined ? undefined : parseCursor<Row['id']>(options.before);
  const rowCount = options.size ?? pageSize;
  const foundRows = await options.select(rowCount + 1, cursor);
  const rows = foundRows.slice(0, rowCount);
  const lastRow = rows.at(-1);
  return {
    rows,
    next:
      foundRows.length > rowCount && lastRow !== undefined ? formatCursor(options.readTime(lastRow), lastRow.id) : null,
  };
}
