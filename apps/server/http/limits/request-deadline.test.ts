import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { registerProblems } from '../errors/problems.ts';
import { registerDeadline } from './request-deadline.ts';

it('answers a body that does not come to its end with 408 and closes the connection, but waits for an upload', async () => {
  const app = fastify();
  registerProblems(app);
  registerDeadline(app, { requestTimeout: 3_000 });
  app.addContentTypeParser(/^multipart\//, { parseAs: 'string' }, async (_request: unknown, body: unknown) => body);
  app.post('/', async (incomingRequest) => ({ got: incomingRequest.body }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const beginRequest = (contentType: string) => {
    const clientRequest = request({
      port,
      method: 'POST',
      agent: false,
      headers: { 'content-type': contentType, 'content-length': 7 },
    });
    const answerPromise = new Promise<[number | undefined, string | undefined, string]>((resolve, reject) => {
      clientRequest.on('error', reject);
      clientRequest.on('response', (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve([response.statusCode, response.headers.connection, text]));
      });
    });
    clientRequest.write('{"a"');
    return { sent: clientRequest, answer: answerPromise };
  };
  const slowUploadRequest = beginRequest('multipart/form-data; boundary=x');
  const jsonRequest = beginRequest('application/json');
  const [status, connection, text] = await jsonRequest.answer;
  expect([status, connection, JSON.parse(text).code]).toEqual([408, 'close', 'REQUEST_TIMEOUT']);
  slowUploadRequest.sent.end(':1}');
  expect((await slowUploadRequest.answer)[0]).toBe(200);
  const slowJsonRequest = beginRequest('application/json');
  slowJsonRequest.sent.end(':1}');
  expect((await slowJsonRequest.answer)[2]).toBe('{"got":{"a":1}}');
  await app.close();
});
