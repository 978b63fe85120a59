import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TraceConfig } from '../config/trace-config.ts';
import type { Trace } from './trace.ts';
import type { SpanExport } from './tracing.ts';

/**
 * Limits of the queue of spans that wait to be sent. Spans beyond `queued` are dropped, so that a slow collector costs
 * no memory.
 */
const exportLimits = { queued: 2_048, batch: 512, delayMs: 2_000, timeoutMs: 5_000, closeMs: 3_000 } as const;
/** Maximum length of the text of an attribute, such as an SQL statement. */
const attributeLengthMaximum = 2_000;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/**
 * Exports spans by OTLP/HTTP with the SDK of OpenTelemetry. Only `openTracing` imports this file, and only when an
 * endpoint is configured. The SDK instruments nothing automatically: only the spans that the server starts exist.
 * @param attributes of the process, which every span gets: version and number of the node.
 */
export function createSpanExport(
  { url, headers, serviceName, sampledShare }: NonNullable<TraceConfig['traces']>,
  attributes: Readonly<Record<string, string>>,
): SpanExport {
  let nextTraceId = '';
  const randomIds = new RandomIdGenerator();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, ...attributes }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) }),
    // The id of a new trace is the id of its request. The tracer reads this id during `startSpan`.
    idGenerator: { generateTraceId: () => nextTraceId, generateSpanId: () => randomIds.generateSpanId() },
    spanLimits: { attributeValueLengthLimit: attributeLengthMaximum },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: exportLimits.timeoutMs }),
        maxQueueSize: exportLimits.queued,
        maxExportBatchSize: exportLimits.batch,
        scheduledDelayMillis: exportLimits.delayMs,
        exportTimeoutMillis: exportLimits.timeoutMs,
      }),
    ],
  });
  const tracer = provider.getTracer('carhouse');
  return {
    start({ name, kind, attributes: spanAttributes = {} }, parent, traceId) {
      nextTraceId = traceId;
      const context =
        parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, makeParentContext(parent));
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...spanAttributes } }, context);
      const spanContext = span.spanContext();
      return {
        traceId: spanContext.traceId,
        spanId: spanContext.spanId,
        isSampled: (spanContext.traceFlags & TraceFlags.SAMPLED) !== 0,
        end({ attributes: endAttributes = {}, errorCode } = {}) {
          span.setAttributes({ ...endAttributes });
          if (errorCode !== undefined) {
            span.setAttribute('error.type', errorCode);
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end();
        },
      };
    },
    flush: () => provider.forceFlush(),
    close: async () => {
      // A collector that does not answer must not delay the stop of the server.
      const { promise: timeout, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, exportLimits.closeMs);
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
      clearTimeout(timer);
    },
  };
}

function makeParentContext({ traceId, spanId, isSampled }: Trace) {
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE };
}
