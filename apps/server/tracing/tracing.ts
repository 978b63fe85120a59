import { isDomainError } from '@carhouse/domain/errors/domain-error';
import { findCurrentTrace, makeTraceId, makeUnsampledTrace, runInTrace, type Trace } from './trace.ts';

export type SpanFacts = {
  /** The kind of work, such as `GET /api/v1/listings`. Names and attributes hold no personal data. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes?: SpanAttributes;
};

export type SpanAttributes = Readonly<Record<string, string | number>>;

/** How a span has ended: `errorCode` only when the work has failed. */
export type SpanOutcome = { readonly attributes?: SpanAttributes; readonly errorCode?: string };

export type OpenSpan = Trace & { end(outcome?: SpanOutcome): void };

/** Starts spans at the exporter. `traceId` is that of a new trace, for a span without a parent. */
export type SpanExport = {
  start(facts: SpanFacts, parent: Trace | undefined, traceId: string): OpenSpan;
  /** Sends the spans that have ended. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Connects the work of a request or a job to one trace, and records the parts of this work as spans when spans are
 * exported.
 */
export type Tracing = {
  /** Whether spans are exported. */
  readonly isExporting: boolean;
  /**
   * Starts a span.
   * @param parent the span that the new span is a part of; undefined begins a new trace.
   * @param traceId the id of the new trace, when there is no parent.
   */
  startSpan(facts: SpanFacts, parent: Trace | undefined, traceId?: string): OpenSpan;
  /** Runs `work` in a span, as a part of `parent`, which is by default the current trace. */
  runInSpan<T>(facts: SpanFacts, work: () => Promise<T>, parent?: Trace): Promise<T>;
  flush(): Promise<void>;
  close(): Promise<void>;
};

/**
 * @param spanExport where spans are sent; undefined when no spans are sent, and only the ids of traces are passed on.
 */
export function createTracing(spanExport?: SpanExport): Tracing {
  function startSpan(facts: SpanFacts, parent: Trace | undefined, traceId: string = makeTraceId()): OpenSpan {
    if (spanExport !== undefined) return spanExport.start(facts, parent, traceId);
    return { ...(parent ?? makeUnsampledTrace(traceId)), isSampled: false, end: () => undefined };
  }
  return {
    isExporting: spanExport !== undefined,
    startSpan,
    async runInSpan(facts, work, parent = findCurrentTrace()) {
      const span = startSpan(facts, parent);
      try {
        const result = await runInTrace(span, work);
        span.end();
        return result;
      } catch (error) {
        span.end({ errorCode: findErrorCode(error) });
        throw error;
      }
    },
    flush: async () => spanExport?.flush(),
    close: async () => spanExport?.close(),
  };
}

/**
 * Returns the code of an error: that of the domain, an SQLSTATE, or a code of Node. Messages are left out, because they may
 * hold values of people.
 */
export function findErrorCode(error: unknown): string {
  if (isDomainError(error)) return error.code;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : 'error';
}
