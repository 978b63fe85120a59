import type { SystemNode, SystemState } from '@carhouse/contract/system';
import { systemMessages } from '#messages/system';
import { formatCount } from '../../ui/format.ts';
import { formatAge, formatDelay } from './format-duration.ts';

/** The state of a part of the server: working, needing attention, failing, or unknown. */
export type ServerPartState = 'ok' | 'wait' | 'stop' | 'unknown';

export type ServerPartLine = {
  readonly name: string;
  readonly what: string;
  readonly value: string;
  readonly state: ServerPartState;
  /** The screen that shows more details about this part. */
  readonly to?: '/dashboard/money';
};

/** The limits of the alert rules in deploy/prometheus/alerts.yaml: `queue` is a number of waiting mails or jobs, the others are seconds. */
const limits = { reconciler: 180, queue: 100, staleness: 5, loopDelay: 0.2, backup: 93_600 } as const;

const { waiting, parts, unknown } = systemMessages;

/** Lists the kinds of background work, each with its number of waiting entries. */
export function listWaitingWork(state: SystemState): readonly ServerPartLine[] {
  return [
    {
      ...waiting.reconciler,
      ...assessMeasuredValue(
        state.reconcilerAge,
        (age) => systemMessages.ago(formatAge(age)),
        limits.reconciler,
        'stop',
      ),
    },
    { ...waiting.events, ...assessMeasuredValue(state.eventsWaiting, waiting.count, 0, 'wait') },
    {
      ...waiting.discrepancies,
      ...assessMeasuredValue(state.openDiscrepancies, waiting.open, 0, 'wait'),
      to: '/dashboard/money',
    },
    { ...waiting.mails, ...assessMeasuredValue(state.mailsWaiting, waiting.count, limits.queue, 'wait') },
    { ...waiting.jobs, ...assessMeasuredValue(state.jobsWaiting, waiting.count, limits.queue, 'wait') },
  ];
}

/** Lists the parts of the server. Each part of the server has the worst of its states on all nodes. */
export function listServerParts({ nodes, backup }: SystemState): readonly ServerPartLine[] {
  const { catalogue, connections, loop, memory, backup: backupTexts } = parts;
  const findLargest = (readValue: (node: SystemNode) => number | null): number | null =>
    nodes.reduce<number | null>((largestValue, node) => {
      const value = readValue(node);
      return value === null || (largestValue !== null && largestValue >= value) ? largestValue : value;
    }, null);
  const sumOverNodes = (readValue: (node: SystemNode) => number): number =>
    nodes.reduce((total, node) => total + readValue(node), 0);
  const waitingCount = sumOverNodes((node) => node.connections.waiting);
  return [
    {
      name: catalogue.name,
      what: catalogue.what(findLargest((node) => node.catalogue.cars) ?? 0),
      ...assessMeasuredValue(
        findLargest((node) => node.catalogue.staleness),
        (stalenessSeconds) => catalogue.behind(formatDelay(stalenessSeconds)),
        limits.staleness,
        'stop',
      ),
    },
    {
      name: connections.name,
      what: connections.what(waitingCount),
      value: connections.busy(
        sumOverNodes((node) => node.connections.busy),
        sumOverNodes((node) => node.connections.most),
      ),
      state: waitingCount > 0 ? 'stop' : 'ok',
    },
    {
      ...memory,
      value: systemMessages.megabytes(formatCount(Math.round(sumOverNodes((node) => node.memoryBytes) / 1_000_000))),
      state: 'ok',
    },
    {
      ...loop,
      ...assessMeasuredValue(
        findLargest((node) => node.loopDelay),
        formatDelay,
        limits.loopDelay,
        'wait',
      ),
    },
    backup.isConfigured
      ? {
          name: backupTexts.name,
          what: backupTexts.what,
          ...(backup.age === null
            ? { value: backupTexts.none, state: 'wait' as const }
            : assessMeasuredValue(backup.age, (age) => systemMessages.ago(formatAge(age)), limits.backup, 'wait')),
        }
      : { name: backupTexts.name, what: backupTexts.noFolderHint, value: backupTexts.noFolder, state: 'unknown' },
  ];
}

function assessMeasuredValue(
  value: number | null,
  format: (value: number) => string,
  maximum: number,
  stateAboveMaximum: 'wait' | 'stop',
): Pick<ServerPartLine, 'value' | 'state'> {
  if (value === null) return { value: unknown, state: 'unknown' };
  return { value: format(value), state: value > maximum ? stateAboveMaximum : 'ok' };
}
