import type { Level, Places, Term } from './places.ts';

/**
 * Notes that two expressions are equal in every row of a level. A table of the level is found by it, a table around the
 * level is not. `optional` are the tables that an outer join may leave out: only they are found by its condition.
 */
export function equate(places: Places, scope: Level, first: Term, second: Term, optional?: readonly number[]): void {
  const canFind = (term: Term): term is Extract<Term, { kind: 'row' }> =>
    term.kind === 'row' && isOfLevel(term.scope, scope) && (optional === undefined || optional.includes(term.place));
  if (canFind(first) && canFind(second)) {
    places.join(first.place, second.place);
    return;
  }
  if (canFind(first)) anchorTo(places, first, second);
  if (canFind(second)) anchorTo(places, second, first);
}

/** Whether a name of a level was found in it, or in a query that stands in its FROM. */
function isOfLevel(found: Level, level: Level): boolean {
  for (let each: Level | undefined = found; each !== undefined; each = each.parent) if (each === level) return true;
  return false;
}

function anchorTo(places: Places, found: Extract<Term, { kind: 'row' }>, other: Term): void {
  if (other.kind === 'row') places.anchor(found.place, { place: other.place });
  else if (!found.carries && !(other.kind === 'given' && other.isOfRow === true)) return;
  else if (other.kind === 'given') places.anchor(found.place, { given: other.key });
  else if (other.kind !== 'none') places.anchor(found.place, 'several');
}
