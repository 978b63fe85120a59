import type { SystemNode, SystemState } from '@carhouse/contract/system';
import type { Context } from '../context.ts';
import { type MetricSample, parseMetrics } from '../http/routing/parse-metrics.ts';
import { productVersion } from '../http/routing/product-version.ts';
import { estimateQuantile, type RequestKind, recentMs, requestBounds } from '../http/routing/recent-requests.ts';

/**
 * Returns the state of the server, computed from the metrics of all nodes of this machine. Monitors read the same
 * metrics.
 */
export async function showSystem({ metrics, config }: Pick<Context, 'metrics' | 'config'>): Promise<SystemState> {
  const samples = parseMetrics(await metrics.readAll());
  const nodeLabels = [...new Set(samples.map(({ labels }) => labels.node ?? '1'))].sort(
    (one, other) => Number(one) - Number(other),
  );
  const findValue = (name: string): number | null => findLargestValue(samples, name);
  return {
    version: productVersion,
    ...presentRequests(samples),
    nodes: nodeLabels.map((node) =>
      presentNode(
        node,
        samples.filter(({ labels }) => (labels.node ?? '1') === node),
      ),
    ),
    reconcilerAge: findValue('carhouse_reconciler_age_seconds'),
    jobsWaiting: sumLargestByLabel(samples, 'carhouse_job_queue_depth', 'queue'),
    mailsWaiting: findValue('carhouse_outbox_depth'),
    eventsWaiting: findValue('carhouse_inbox_depth'),
    openDiscrepancies: findValue('carhouse_open_findings'),
    backup: { isConfigured: config.backupDir !== undefined, age: findValue('carhouse_backup_age_seconds') },
  };
}

function presentNode(node: string, samples: readonly MetricSample[]): SystemNode {
  const findValue = (name: string): number | null => findLargestValue(samples, name);
  const connectionMaximum = findValue('carhouse_database_connections_max') ?? 0;
  const openConnections = findValue('carhouse_database_connections') ?? 0;
  const idleConnectionCount = findValue('carhouse_database_connections_idle') ?? 0;
  return {
    node,
    ...presentRequests(samples),
    loopDelay: findValue('carhouse_event_loop_p99_seconds'),
    memoryBytes: findValue('carhouse_resident_memory_bytes') ?? 0,
    uptime: findValue('carhouse_uptime_seconds') ?? 0,
    connections: {
      busy: Math.max(0, openConnections - idleConnectionCount),
      most: connectionMaximum,
      waiting: findValue('carhouse_database_waiting') ?? 0,
    },
    catalogue: {
      cars: findValue('carhouse_catalogue_entries') ?? 0,
      staleness: findValue('carhouse_catalogue_staleness_seconds'),
    },
  };
}

function presentRequests(samples: readonly MetricSample[]) {
  const [reads, writes] = [presentDurations(samples, 'read'), presentDurations(samples, 'write')];
  const errors = samples.filter(({ name }) => name === 'carhouse_recent_errors');
  return {
    requestsPerSecond: (reads.count + writes.count) / (recentMs / 1_000),
    reads,
    writes,
    errors: errors.reduce((sum, { value }) => sum + value, 0),
  };
}

function presentDurations(samples: readonly MetricSample[], kind: RequestKind) {
  const counts = [...requestBounds.map(String), '+Inf'].map((bound) =>
    samples
      .filter(({ name, labels }) => name === 'carhouse_recent_requests' && labels.kind === kind && labels.le === bound)
      .reduce((sum, { value }) => sum + value, 0),
  );
  return {
    count: counts.reduce((sum, count) => sum + count, 0),
    p50: estimateQuantile(counts, 0.5),
    p99: estimateQuantile(counts, 0.99),
  };
}

/** Returns the largest value of a metric; null when no node has a value, or the value could not be read. */
function findLargestValue(samples: readonly MetricSample[], name: string): number | null {
  const values = samples.filter((sample) => sample.name === name && Number.isFinite(sample.value));
  return values.length === 0 ? null : Math.max(...values.map(({ value }) => value));
}

/**
 * Adds up, over the values of a label, the largest value of a metric. Each node reads these values from the database,
 * so all nodes report the same values.
 */
function sumLargestByLabel(samples: readonly MetricSample[], metricName: string, label: string): number | null {
  const metricSamples = samples.filter(({ name }) => name === metricName);
  if (metricSamples.length === 0) return null;
  const values = [...new Set(metricSamples.map(({ labels }) => labels[label]))];
  return values.reduce(
    (sum, value) =>
      sum +
      (findLargestValue(
        metricSamples.filter(({ labels }) => labels[label] === value),
        metricName,
      ) ?? 0),
    0,
  );
}
