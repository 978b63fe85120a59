import { expect, it } from 'vitest';
import { listContractCalls } from '../../testing/contract-calls.ts';
import { makeJsonWriter } from './serializer.ts';

// A serializer is generated at the first answer of its route, so a schema without one would be found by a visitor.
it('every answer of the contract has a serializer', async () => {
  const schemas = (await listContractCalls()).flatMap(({ call }) => Object.values(call.answers));
  expect(schemas.length).toBeGreaterThan(100);
  for (const schema of schemas) expect(makeJsonWriter(schema)).toBeTypeOf('function');
});
