import { ApiError } from '@carhouse/contract/client';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../query.ts';
import { pageDataElement, readPageData } from './page-data.ts';

afterEach(() => vi.unstubAllGlobals());

/** A cache as the browser has it after reading the page of another one. */
async function sent(queryKey: readonly string[], queryFn: () => Promise<unknown>) {
  const server = createQueryClient('server');
  await server.prefetchQuery({ queryKey, queryFn });
  const element = pageDataElement(server);
  const textContent = /^<script type="application\/json" id="page-data">(.*)<\/script>$/s.exec(element)?.[1];
  vi.stubGlobal('document', { getElementById: () => ({ textContent }) });
  const browser = createQueryClient('browser');
  readPageData(browser);
  return { element, state: browser.getQueryState(queryKey) };
}

test('what the server has read is in the cache of the browser, with its time', async () => {
  const { state } = await sent(['brands'], () => Promise.resolve([{ title: 'Tesla' }]));
  expect(state).toMatchObject({ status: 'success', data: [{ title: 'Tesla' }], error: null });
  expect(state?.dataUpdatedAt).toBeGreaterThan(0);
});

test('an error of the API comes as one, so that both show the same page', async () => {
  const { state } = await sent(['brands'], () => Promise.reject(new ApiError(503, 'BUSY', 'Later, please.')));
  expect(state?.status).toBe('error');
  expect(state?.error).toBeInstanceOf(ApiError);
  expect(state?.error).toMatchObject({ status: 503, code: 'BUSY', message: 'Later, please.' });
});

test('of an error of our own the page tells nothing', async () => {
  const { element, state } = await sent(['brands'], () => Promise.reject(new Error('a secret')));
  expect(element).not.toContain('a secret');
  expect(state?.status).toBe('error');
});

test('words of the data cannot end the element', async () => {
  const { element, state } = await sent(['cars'], () => Promise.resolve('</script><script>alert(1)</script>'));
  expect(element.match(/<\/script/g)).toHaveLength(1);
  expect(state?.data).toBe('</script><script>alert(1)</script>');
});
