// A server of `node:http` alone that sends the same response to every request. The figures of this server are the upper
// bound for servers on this machine. `node tests/bench/bare-server.ts URL` fetches the URL once and repeats its bytes
// and headers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const answer = await fetch(process.argv[2] ?? '', { headers: { 'accept-encoding': 'identity' } });
const body = Buffer.from(await answer.arrayBuffer());
const connectionHeaderNames = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length']);
const headers = {
  ...Object.fromEntries([...answer.headers].filter(([name]) => !connectionHeaderNames.has(name))),
  'content-length': body.length,
};
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
