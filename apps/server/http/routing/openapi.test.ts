import type { Call } from '@carhouse/contract/call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listContractCalls } from '../../testing/contract-calls.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

type Operation = {
  summary: string;
  tags: string[];
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
};
type Document = { openapi: string; info: object; paths: Record<string, Record<string, Operation>> };

let server: TestServer;
let document: Document;

beforeAll(async () => {
  server = await startTestServer();
  document = (await server.app.inject({ url: '/api/docs/json' })).json();
});
afterAll(() => server.close());

const calls = (await listContractCalls()).map(({ call }) => call);

const findOperation = (call: Call): Operation | undefined =>
  document.paths[call.path.replace(/:([A-Za-z]+)/g, '{$1}')]?.[call.method.toLowerCase()];

describe('the OpenAPI document', () => {
  it('lists every call of the contract, and nothing else', () => {
    const documentedOperations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expectedPaths = calls.map((call) => `${call.method} ${call.path.replace(/:([A-Za-z]+)/g, '{$1}')}`);
    expect(expectedPaths.length).toBeGreaterThan(100);
    expect(documentedOperations.sort()).toEqual(expectedPaths.sort());
  });

  it('describes each call: summary, noun, parameters, body, answers and who may make it', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    for (const call of calls) {
      const operation = findOperation(call);
      expect(operation?.summary).toBe(call.summary);
      expect(operation?.tags).toEqual([call.noun]);
      expect(operation?.security !== undefined).toBe(call.access !== 'anyone');
      const parameterNames = [...call.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1]);
      const params = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(params.map((parameter) => parameter.name)).toEqual(parameterNames);
      for (const parameter of params) expect(parameter.required).toBe(true);
      const kind = call.upload === true ? 'multipart/form-data' : 'application/json';
      expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(call.body === undefined ? [] : [kind]);
      expect(Object.keys(operation?.responses ?? {}).sort()).toEqual(Object.keys(call.answers).sort());
      for (const answer of Object.values(operation?.responses ?? {}))
        expect(Object.keys(answer.content?.['application/json']?.schema ?? {})).toContain(
          call.path === '/api/v1/overview' ? 'oneOf' : 'type',
        );
    }
  });

  it('points nowhere but into itself', () => {
    const referenceTargets = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    for (const target of referenceTargets) {
      const referencedPart = target
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
      expect(referencedPart, target).toBeDefined();
    }
  });
});

describe('the page of the OpenAPI document', () => {
  it('loads its own scripts and styles under its own policy', async () => {
    const page = await server.app.inject({ url: '/api/docs/' });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      expect(link).not.toMatch(/^(https?:)?\/\//);
      const { pathname } = new URL(link, 'http://x/api/docs/');
      expect((await server.app.inject({ url: pathname })).statusCode, pathname).toBe(200);
    }
    const inlineScripts = [...page.body.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
      (match) => match[1],
    );
    expect(inlineScripts.filter((script) => script?.trim() !== '')).toEqual([]);
  });

  it('is found without the slash', async () => {
    const answer = await server.app.inject({ url: '/api/docs' });
    const finalAnswer =
      answer.statusCode === 302 ? await server.app.inject({ url: String(answer.headers.location) }) : answer;
    expect(finalAnswer.headers['content-type']).toBe('text/html; charset=utf-8');
  });
});
