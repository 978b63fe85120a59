import { expect, test } from 'vitest';
import { checkQueryKeys } from './check-query-keys.ts';

const path = 'apps/web/features/sales/sale-queries.ts';

test.each([
  "queryOptions({ queryKey: ['sales'], queryFn })",
  "queryClient.invalidateQueries({ queryKey: ['sales'] })",
  "queryClient.setQueryData(['me'], null)",
  "queryClient.getQueryData<User>(['me'])",
])('a literal query key is refused: %s', (line) => {
  expect(checkQueryKeys(path, `const first = 1;\n${line}`)).toMatchObject([{ file: path, line: 2 }]);
});

test('query keys from the contract, and keys in tests and in other packages, have no fault', () => {
  expect(checkQueryKeys(path, "queryOptions({ queryKey: callKey(sales, 'pages') })")).toEqual([]);
  expect(checkQueryKeys('apps/web/app/page-data.test.ts', "({ queryKey: ['cars'] })")).toEqual([]);
  expect(checkQueryKeys('apps/server/app.ts', "({ queryKey: ['cars'] })")).toEqual([]);
});
