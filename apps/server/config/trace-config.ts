import { z } from 'zod';
import { text } from './value-schemas.ts';

/** Where spans are sent, by the standard variables of OpenTelemetry; null when no endpoint is configured. */
export type TraceConfig = {
  readonly traces: {
    /** URL that receives the spans by OTLP/HTTP, such as `http://127.0.0.1:4318/v1/traces`. */
    readonly url: string;
    /** Headers of each export, such as the token of a hosted collector. */
    readonly headers: Readonly<Record<string, string>>;
    readonly serviceName: string;
    /**
     * Share of the traces that are exported, from 0 to 1. For a trace that a trusted proxy has begun, the proxy decides
     * whether the trace is exported.
     */
    readonly sampledShare: number;
  } | null;
};

export const traceVariableSchemas = {
  OTEL_EXPORTER_OTLP_ENDPOINT: text
    .refine(isHttpUrl, { error: 'must be a URL that starts with http:// or https://, such as http://127.0.0.1:4318' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: text
    .refine((list) => list.split(',').every((entry) => /^\s*[\w-]+\s*=[^\r\n]*$/.test(entry)), {
      error: 'must be name=value, separated by commas',
    })
    .optional(),
  OTEL_SERVICE_NAME: text.default('carhouse'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, 'must be a number from 0 to 1, such as 0.1')
    .transform(Number)
    .default(1),
};

export function readTraceConfig(value: z.output<z.ZodObject<typeof traceVariableSchemas>>): TraceConfig {
  const endpoint = value.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return { traces: null };
  return {
    traces: {
      url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
      headers: readHeaders(value.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
      serviceName: value.OTEL_SERVICE_NAME,
      sampledShare: value.OTEL_TRACES_SAMPLER_ARG,
    },
  };
}

/** Reads `name=value,name=value`; values may be percent-encoded, as OpenTelemetry specifies. */
function readHeaders(list: string): Record<string, string> {
  const entries = list.split(',').filter((entry) => entry.trim() !== '');
  return Object.fromEntries(
    entries.map((entry) => {
      const [name = '', ...valueParts] = entry.split('=');
      return [name.trim().toLowerCase(), decodePercents(valueParts.join('=').trim())];
    }),
  );
}

function decodePercents(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
