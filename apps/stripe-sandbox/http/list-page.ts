import { type Params, readGroup, readInteger, text } from '../params.ts';
import { makeInvalidRequestError } from '../stripe-error.ts';

/**
 * One page of a list, the newest records first. Parameters: `limit` (1…100, default 10), `starting_after`,
 * `ending_before`, `created[gt|gte|lt|lte]`.
 */
export function listPage<T extends { id: string; created: number }>(
  records: readonly T[],
  params: Params,
  url: string,
  presentRecord: (record: T) => unknown,
) {
  const limit = readInteger(params, 'limit') ?? 10;
  if (limit < 1 || limit > 100) {
    throw makeInvalidRequestError('Invalid limit: must be between 1 and 100.', 'parameter_invalid_integer', 'limit');
  }
  const matchingRecords = records.toReversed().filter(makeCreatedFilter(params));
  const startingAfter = text(params, 'starting_after');
  const endingBefore = text(params, 'ending_before');
  const startIndex =
    startingAfter === undefined ? 0 : findIndexOfRecord(matchingRecords, startingAfter, 'starting_after') + 1;
  const endIndex =
    endingBefore === undefined
      ? matchingRecords.length
      : findIndexOfRecord(matchingRecords, endingBefore, 'ending_before');
  // With `ending_before`, the page ends directly before the record that this parameter names.
  const firstIndex = endingBefore === undefined ? startIndex : Math.max(startIndex, endIndex - limit);
  const page = matchingRecords.slice(firstIndex, Math.min(firstIndex + limit, endIndex));
  const hasMore = endingBefore === undefined ? firstIndex + page.length < endIndex : firstIndex > startIndex;
  return { object: 'list', data: page.map(presentRecord), has_more: hasMore, url };
}

function findIndexOfRecord<T extends { id: string }>(records: readonly T[], id: string, param: string): number {
  const index = records.findIndex((record) => record.id === id);
  if (index < 0) throw makeInvalidRequestError(`No such object: '${id}'`, 'resource_missing', param);
  return index;
}

function makeCreatedFilter(params: Params): (record: { created: number }) => boolean {
  const createdParameter = params.created;
  if (typeof createdParameter === 'string') {
    const exactCreationTime = readInteger(params, 'created');
    return (record) => record.created === exactCreationTime;
  }
  const createdRange = readGroup(params, 'created');
  const [gt, gte, lt, lte] = [
    readInteger(createdRange, 'gt'),
    readInteger(createdRange, 'gte'),
    readInteger(createdRange, 'lt'),
    readInteger(createdRange, 'lte'),
  ];
  return ({ created }) =>
    (gt === undefined || created > gt) &&
    (gte === undefined || created >= gte) &&
    (lt === undefined || created < lt) &&
    (lte === undefined || created <= lte);
}
