import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { providerWebhookPath } from '../http/routing/provider-paths.ts';

export type RelayFigures = { readonly events: number; readonly postCount: number; readonly droppedCount: number };

export type WebhookRelay = {
  /** The webhook URL for the card provider. */
  readonly url: string;
  readFigures(): RelayFigures;
  /** Waits until all events in transit have been delivered. */
  waitUntilSettled(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Imitates a faulty network between the card provider and the nodes: some events are lost, others arrive late, out of order,
 * or up to five times at several nodes. The card provider always gets a successful response.
 */
export async function startWebhookRelay(nodes: () => readonly string[], random: () => number): Promise<WebhookRelay> {
  const figures = { events: 0, postCount: 0, droppedCount: 0 };
  const runningDeliveries = new Set<Promise<void>>();

  async function deliverEvent(
    body: Buffer<ArrayBuffer>,
    signature: string,
    delayMs: number,
    nodeIndex: number,
  ): Promise<void> {
    await wait(delayMs);
    const urls = nodes();
    const url = urls[nodeIndex % Math.max(1, urls.length)];
    if (url === undefined) return;
    figures.postCount += 1;
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    try {
      const answer = await fetch(`${url}${providerWebhookPath}`, { method: 'POST', body, headers });
      await answer.arrayBuffer();
    } catch {
      // The node was killed, so the event is lost, as on a faulty network.
    }
  }

  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      response.writeHead(200).end();
      figures.events += 1;
      if (random() < 0.15) {
        figures.droppedCount += 1;
        return;
      }
      const copyCount = random() < 0.3 ? 5 : 1;
      const signature = String(request.headers['stripe-signature']);
      for (let copyIndex = 0; copyIndex < copyCount; copyIndex += 1) {
        const delayMs = random() < 0.5 ? 0 : Math.floor(400 * random());
        const deliveryPromise = deliverEvent(Buffer.from(body), signature, delayMs, Math.floor(random() * 97)).finally(
          () => runningDeliveries.delete(deliveryPromise),
        );
        runningDeliveries.add(deliveryPromise);
      }
    });
  });
  await new Promise<void>((resolveListening) => server.listen(0, '127.0.0.1', resolveListening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${providerWebhookPath}`,
    readFigures: () => ({ ...figures }),
    waitUntilSettled: async () => {
      while (runningDeliveries.size > 0) await Promise.all(runningDeliveries);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolveClosed) => server.close(resolveClosed));
      await Promise.all(runningDeliveries);
    },
  };
}
