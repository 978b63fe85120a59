import { formatCountWithNoun } from '../../ui/format.ts';
import { dashboardMessages } from './dashboard.ts';

/** Texts of the admins' page System. */
export const systemMessages = {
  title: dashboardMessages.system,
  lead: (version: string, nodes: number): string =>
    `Version ${version}, ${formatCountWithNoun(nodes, 'node', 'nodes')} on this machine. Requests are those of the last minute.`,
  failed: 'The state of the server could not be loaded',
  requests: {
    title: 'Requests',
    rate: 'Requests a second',
    inMinute: (requests: number): string =>
      `${formatCountWithNoun(requests, 'request', 'requests')} in the last minute`,
    reads: 'Reads, p99',
    writes: 'Writes, p99',
    half: (duration: string): string => `half within ${duration}`,
    none: 'none in the last minute',
    errors: 'Errors',
    errorsHint: 'answers with 5xx in the last minute',
  },
  waiting: {
    title: 'Work that waits',
    reconciler: { name: 'Reconciler', what: 'Settles and releases payments at least once a minute' },
    events: { name: 'Events of the card company', what: 'Received, and not worked off yet' },
    discrepancies: { name: dashboardMessages.paymentIssues, what: 'Money that does not agree' },
    mails: { name: 'Mails', what: 'About orders, in the outbox' },
    jobs: { name: 'Jobs', what: 'Images, imports and mails with links' },
    count: (waitingCount: number): string =>
      waitingCount === 0 ? 'None' : `${formatCountWithNoun(waitingCount, 'waits', 'wait')}`,
    open: (open: number): string => (open === 0 ? 'None' : `${open} open`),
  },
  parts: {
    title: 'Parts of the server',
    catalogue: {
      name: 'Catalogue',
      what: (cars: number): string => `${formatCountWithNoun(cars, 'car', 'cars')} that the search finds`,
      behind: (duration: string): string => `${duration} behind`,
    },
    connections: {
      name: 'Database connections',
      what: (waitingCount: number): string =>
        waitingCount === 0
          ? 'No request waits for one'
          : `${formatCountWithNoun(waitingCount, 'request waits', 'requests wait')} for one`,
      busy: (busyCount: number, maximum: number): string => `${busyCount} of ${maximum} busy`,
    },
    loop: { name: 'Event loop', what: 'Delay of 99 of 100 turns' },
    memory: { name: 'Memory', what: 'Of all nodes together' },
    backup: {
      name: 'Last backup',
      what: 'npm run backup, daily',
      noFolder: 'No folder',
      noFolderHint: 'BACKUP_DIR is not set',
      none: 'None yet',
    },
  },
  nodes: {
    title: 'Nodes',
    name: (node: string): string => `Node ${node}`,
    columns: {
      node: 'Node',
      rate: 'Requests/s',
      reads: 'Reads p99',
      writes: 'Writes p99',
      errors: 'Errors',
      loop: 'Event loop',
      memory: 'Memory',
      connections: 'Connections',
      uptime: 'Runs for',
    },
  },
  unknown: 'Not known',
  ago: (duration: string): string => `${duration} ago`,
  milliseconds: (text: string): string => `${text}\u00a0ms`,
  seconds: (text: string): string => `${text}\u00a0s`,
  minutes: (text: string): string => `${text}\u00a0min`,
  hours: (text: string): string => `${text}\u00a0h`,
  days: (text: string): string => `${text}\u00a0days`,
  megabytes: (text: string): string => `${text}\u00a0MB`,
} as const;
