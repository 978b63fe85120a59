import type { Config } from '../config.ts';
import { createTracing, type Tracing } from './tracing.ts';

/**
 * Opens the tracing of one server node. The libraries of OpenTelemetry are loaded only when an endpoint is configured.
 * @param node number of the node; 1 when this process is the only one.
 */
export async function openTracing({ traces }: Pick<Config, 'traces'>, node: number): Promise<Tracing> {
  if (traces === null) return createTracing();
  const { createSpanExport } = await import('./export-spans.ts');
  return createTracing(createSpanExport(traces, { 'service.instance.id': String(node) }));
}
