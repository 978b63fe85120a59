import type { LocationHint, QueryLevel, TableReferences } from './table-references.ts';

/**
 * Records that two expressions are equal in every row of a query. The equality locates tables of this query and of
 * queries in its FROM, but no tables of an outer query.
 * @param optionalIds the tables that an outer join may leave out: the condition of the join locates only these.
 */
export function recordEquality(
  references: TableReferences,
  scope: QueryLevel,
  first: LocationHint,
  second: LocationHint,
  optionalIds?: readonly number[],
): void {
  const canLocate = (hint: LocationHint): hint is Extract<LocationHint, { kind: 'row' }> =>
    hint.kind === 'row' &&
    isInsideLevel(hint.scope, scope) &&
    (optionalIds === undefined || optionalIds.includes(hint.referenceId));
  if (canLocate(first) && canLocate(second)) {
    references.join(first.referenceId, second.referenceId);
    return;
  }
  if (canLocate(first)) addRowLocator(references, first, second);
  if (canLocate(second)) addRowLocator(references, second, first);
}

/** Whether a query is the given query, or a subquery in the FROM of the given query. */
function isInsideLevel(innerLevel: QueryLevel, level: QueryLevel): boolean {
  for (let each: QueryLevel | undefined = innerLevel; each !== undefined; each = each.parent)
    if (each === level) return true;
  return false;
}

function addRowLocator(
  references: TableReferences,
  rowHint: Extract<LocationHint, { kind: 'row' }>,
  otherHint: LocationHint,
): void {
  if (otherHint.kind === 'row') references.addLocator(rowHint.referenceId, { referenceId: otherHint.referenceId });
  else if (!rowHint.isKeyColumn && !(otherHint.kind === 'given' && otherHint.isOfTriggerRow === true)) return;
  else if (otherHint.kind === 'given') references.addLocator(rowHint.referenceId, { given: otherHint.key });
  else if (otherHint.kind !== 'none') references.addLocator(rowHint.referenceId, 'several');
}
