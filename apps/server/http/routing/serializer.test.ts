import { expect, it } from 'vitest';
import { listContractCalls } from '../../testing/contract-calls.ts';
import { makeJsonWriter } from './serializer.ts';

// A serializer is generated only at the first response of its route. Without this test, a visitor would be the first to
// meet a schema for which none can be generated.
it('every answer of the contract has a serializer', async () => {
  const schemas = (await listContractCalls()).flatMap(({ call }) => Object.values(call.answers));
  expect(schemas.length).toBeGreaterThan(100);
  for (const schema of schemas) expect(makeJsonWriter(schema)).toBeTypeOf('function');
});
