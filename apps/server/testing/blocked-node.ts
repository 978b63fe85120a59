// A node of `node:cluster` that accepts connections. At its first message, the node blocks its event loop for ever
// (close-lost-connections.test.ts).
import { createServer } from 'node:http';

createServer((_request, response) => response.end('answered')).listen({ port: 0, host: '127.0.0.1' });
process.once('message', () => {
  process.send?.('blocked', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
});
