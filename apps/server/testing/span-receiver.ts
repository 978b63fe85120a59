import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A span as a collector receives it, in the JSON encoding of OTLP. */
export type ReceivedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
  readonly status: { readonly code?: number };
};

type ExportBody = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: ReceivedSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
};

export type SpanReceiver = {
  /** URL for exports. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Headers and bodies of the exports as they arrived. */
  readonly exports: readonly { readonly headers: IncomingMessage['headers']; readonly text: string }[];
  close(): Promise<void>;
};

/** Starts a collector that keeps the spans that it receives by OTLP/HTTP. */
export async function startSpanReceiver(): Promise<SpanReceiver> {
  const spans: ReceivedSpan[] = [];
  const exports: { headers: IncomingMessage['headers']; text: string }[] = [];
  const receive = async (request: IncomingMessage): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
    exports.push({ headers: request.headers, text });
    for (const { scopeSpans } of (JSON.parse(text) as ExportBody).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
  };
  const server = createServer((request, response) => {
    receive(request).then(
      () => response.setHeader('content-type', 'application/json').end('{}'),
      () => response.writeHead(400).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    exports,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
