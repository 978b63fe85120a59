import type { SystemNode, SystemState } from '@carhouse/contract/system';
import { systemMessages } from '#messages/system';
import { formatCount } from '../../ui/format.ts';
import { formatAge, formatDelay } from './format-duration.ts';

/** The state of a part of the server: it works, it needs attention, it is at fault, or its state is not known. */
export type PartState = 'ok' | 'wait' | 'stop' | 'unknown';

export type PartLine = {
  readonly name: string;
  readonly what: string;
  readonly value: string;
  readonly state: PartState;
  /** The screen with more details. */
  readonly to?: '/dashboard/money';
};

/** The limits of the alert rules in deploy/prometheus/alerts.yaml: `queue` is a number of waiting mails or jobs, the others are seconds. */
const limits = { reconciler: 180, queue: 100, staleness: 5, loopDelay: 0.2, backup: 93_600 } as const;

const { waiting, parts, unknown } = systemMessages;

/** Lists the kinds of background work, each with its number of waiting entries. */
export function listWaitingWork(state: SystemState): readonly PartLine[] {
  return [
    {
      ...waiting.reconciler,
      ...rateMeasuredValue(state.reconcilerAge, (age) => systemMessages.ago(formatAge(age)), limits.reconciler, 'stop'),
    },
    { ...waiting.events, ...rateMeasuredValue(state.eventsWaiting, waiting.count, 0, 'wait') },
    {
      ...waiting.discrepancies,
      ...rateMeasuredValue(state.openDiscrepancies, waiting.open, 0, 'wait'),
      to: '/dashboard/money',
    },
    { ...waiting.mails, ...rateMeasuredValue(state.mailsWaiting, waiting.count, limits.queue, 'wait') },
    { ...waiting.jobs, ...rateMeasuredValue(state.jobsWaiting, waiting.count, limits.queue, 'wait') },
  ];
}

/** Lists the parts of the server. Each part has the state of the node on which its state is the worst. */
export function listParts({ nodes, backup }: SystemState): readonly PartLine[] {
  const { catalogue, connections, loop, memory, backup: backupTexts } = parts;
  const findLargest = (readValue: (node: SystemNode) => number | null): number | null =>
    nodes.reduce<number | null>((largest, node) => {
      const value = readValue(node);
      return value === null || (largest !== null && largest >= value) ? largest : value;
    }, null);
  const addUp = (readValue: (node: SystemNode) => number): number =>
    nodes.reduce((total, node) => total + readValue(node), 0);
  const waitingCount = addUp((node) => node.connections.waiting);
  return [
    {
      name: catalogue.name,
      what: catalogue.what(findLargest((node) => node.catalogue.cars) ?? 0),
      ...rateMeasuredValue(
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
        addUp((node) => node.connections.busy),
        addUp((node) => node.connections.most),
      ),
      state: waitingCount > 0 ? 'stop' : 'ok',
    },
    {
      ...memory,
      value: systemMessages.megabytes(formatCount(Math.round(addUp((node) => node.memoryBytes) / 1_000_000))),
      state: 'ok',
    },
    {
      ...loop,
      ...rateMeasuredValue(
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
            : rateMeasuredValue(backup.age, (age) => systemMessages.ago(formatAge(age)), limits.backup, 'wait')),
        }
      : { name: backupTexts.name, what: backupTexts.noFolderHint, value: backupTexts.noFolder, state: 'unknown' },
  ];
}

function rateMeasuredValue(
  value: number | null,
  format: (value: number) => string,
  maximum: number,
  stateAboveMaximum: 'wait' | 'stop',
): Pick<PartLine, 'value' | 'state'> {
  if (value === null) return { value: unknown, state: 'unknown' };
  return { value: format(value), state: value > maximum ? stateAboveMaximum : 'ok' };
}
