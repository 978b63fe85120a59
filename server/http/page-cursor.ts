import { DomainError } from '@carhouse/core/errors/domain-error';
import { type Id, parseId } from '@carhouse/core/ids/id';

/** Where a page of a list ended, by time and id: the next page starts after it. */
export type PageCursor<Noun extends string> = { readonly at: Date; readonly id: Id<Noun> };

/** The cursor as the `Link` header carries it. */
export function writeCursor(at: Date, id: string): string {
  return `${at.toISOString()}_${id}`;
}

/** Only what `writeCursor` wrote: other texts that JavaScript takes for a date may be none for the database. */
const cursorForm = /^(2\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_(.+)$/;

/** @throws DomainError BAD_REQUEST for a cursor that is not ours. */
export function readCursor<Noun extends string>(text: string): PageCursor<Noun> {
  const [, time = '', rest = ''] = cursorForm.exec(text) ?? [];
  const at = new Date(time);
  const id = parseId<Noun>(rest);
  if (Number.isNaN(at.getTime()) || id === undefined) throw new DomainError('BAD_REQUEST');
  return { at, id };
}

/** The header that leads to the next page; none on the last. */
export function nextLink(path: string, next: string | null): { readonly link?: string } {
  return next === null ? {} : { link: `<${path}?before=${encodeURIComponent(next)}>; rel="next"` };
}
