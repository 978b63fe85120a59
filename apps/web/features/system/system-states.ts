import type { SystemNode, SystemState } from '@carhouse/contract/system';
import { systemMessages } from '#messages/system';
import { count } from '../../ui/format.ts';
import { formatAge, formatDelay } from './format-duration.ts';

/** How a part of the server does: as it should, to watch, at fault, or not known. */
export type PartState = 'ok' | 'wait' | 'stop' | 'unknown';

export type PartLine = {
  readonly name: string;
  readonly what: string;
  readonly value: string;
  readonly state: PartState;
  /** The screen that says more. */
  readonly to?: '/dashboard/money';
};

/** The limits of the alert rules in deploy/prometheus/alerts.yaml, in seconds and entries. */
const limits = { reconciler: 180, queue: 100, staleness: 5, loopDelay: 0.2, backup: 93_600 } as const;

const { waiting, parts, unknown } = systemMessages;

/** Lists the work in the background, with what waits. */
export function listWaitingWork(state: SystemState): readonly PartLine[] {
  return [
    {
      ...waiting.reconciler,
      ...judge(state.reconcilerAge, (age) => systemMessages.ago(formatAge(age)), limits.reconciler, 'stop'),
    },
    { ...waiting.events, ...judge(state.eventsWaiting, waiting.count, 0, 'wait') },
    { ...waiting.discrepancies, ...judge(state.openDiscrepancies, waiting.open, 0, 'wait'), to: '/dashboard/money' },
    { ...waiting.mails, ...judge(state.mailsWaiting, waiting.count, limits.queue, 'wait') },
    { ...waiting.jobs, ...judge(state.jobsWaiting, waiting.count, limits.queue, 'wait') },
  ];
}

/** Lists the parts of the server, each as on the node where it does worst. */
export function listParts({ nodes, backup }: SystemState): readonly PartLine[] {
  const { catalogue, connections, loop, memory, backup: backupTexts } = parts;
  const worst = (read: (node: SystemNode) => number | null): number | null =>
    nodes.reduce<number | null>((largest, node) => {
      const value = read(node);
      return value === null || (largest !== null && largest >= value) ? largest : value;
    }, null);
  const sum = (read: (node: SystemNode) => number): number => nodes.reduce((total, node) => total + read(node), 0);
  const waitingCount = sum((node) => node.connections.waiting);
  return [
    {
      name: catalogue.name,
      what: catalogue.what(worst((node) => node.catalogue.cars) ?? 0),
      ...judge(
        worst((node) => node.catalogue.staleness),
        (seconds) => catalogue.behind(formatDelay(seconds)),
        limits.staleness,
        'stop',
      ),
    },
    {
      name: connections.name,
      what: connections.what(waitingCount),
      value: connections.busy(
        sum((node) => node.connections.busy),
        sum((node) => node.connections.most),
      ),
      state: waitingCount > 0 ? 'stop' : 'ok',
    },
    {
      ...memory,
      value: systemMessages.megabytes(count(Math.round(sum((node) => node.memoryBytes) / 1_000_000))),
      state: 'ok',
    },
    {
      ...loop,
      ...judge(
        worst((node) => node.loopDelay),
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
            : judge(backup.age, (age) => systemMessages.ago(formatAge(age)), limits.backup, 'wait')),
        }
      : { name: backupTexts.name, what: backupTexts.noFolderHint, value: backupTexts.noFolder, state: 'unknown' },
  ];
}

function judge(
  value: number | null,
  format: (value: number) => string,
  most: number,
  beyond: 'wait' | 'stop',
): Pick<PartLine, 'value' | 'state'> {
  if (value === null) return { value: unknown, state: 'unknown' };
  return { value: format(value), state: value > most ? beyond : 'ok' };
}
