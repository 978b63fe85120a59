import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** The trace that the current work belongs to, and the span in it that began the work (W3C Trace Context). */
export type Trace = {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the spans of the trace are exported. */
  readonly isSampled: boolean;
};

const traceStorage = new AsyncLocalStorage<Trace>();

/** Returns the trace of the current work; undefined for work that no request, job or step has begun. */
export function findCurrentTrace(): Trace | undefined {
  return traceStorage.getStore();
}

/** Runs `work`, and everything that it awaits, as a part of the trace. */
export function runInTrace<T>(trace: Trace, work: () => T): T {
  return traceStorage.run(trace, work);
}

/** Returns the fields that every line of the log has while a trace is known. */
export function makeLogTraceFields(): { readonly traceId?: string } {
  const trace = findCurrentTrace();
  return trace === undefined ? {} : { traceId: trace.traceId };
}

export function makeTraceId(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Returns a trace without exported spans. The span id of such a trace is a part of its trace id, because no span
 * exists.
 */
export function makeUnsampledTrace(traceId: string): Trace {
  return { traceId, spanId: traceId.slice(16), isSampled: false };
}

const traceParentPattern = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;

/** Reads a `traceparent` (W3C Trace Context, level 1); undefined when it is malformed. */
export function parseTraceParent(text: string | undefined): Trace | undefined {
  if (text === undefined || text.length > 100) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = traceParentPattern.exec(text) ?? [];
  if (text.startsWith('ff') || /^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Writes a trace as `traceparent`. */
export function formatTraceParent({ traceId, spanId, isSampled }: Trace): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** Returns a trace id in the notation of a UUID, in which request ids are written. */
export function formatAsRequestId(traceId: string): string {
  return traceId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns the trace id of a request id. */
export function toTraceId(requestId: string): string {
  return requestId.replaceAll('-', '');
}
