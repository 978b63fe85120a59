import * as accounts from '@carhouse/contract/accounts';
import * as advertisements from '@carhouse/contract/advertisements';
import * as listings from '@carhouse/contract/listings';
import * as payments from '@carhouse/contract/payments';
import * as search from '@carhouse/contract/search';
import { expect, test } from 'vitest';
import * as startCalls from './start-calls.ts';

const definedCalls: Readonly<Record<string, unknown>> = {
  ...accounts,
  ...advertisements,
  ...listings,
  ...payments,
  ...search,
};

test.each(Object.entries(startCalls))(
  '%s has the method and the path of its definition, and uploads nothing',
  (name, call) => {
    expect(definedCalls[name]).toMatchObject({ method: call.method, path: call.path });
    expect(definedCalls[name]).not.toHaveProperty('upload');
  },
);
