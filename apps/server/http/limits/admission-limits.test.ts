import { describe, expect, it } from 'vitest';
import { makeAdmissionLimits } from './admission-limits.ts';

describe('the requests that may be under way', () => {
  it.each([
    { nodes: 1, minimum: 20, initial: 64 },
    { nodes: 2, minimum: 10, initial: 32 },
    { nodes: 3, minimum: 7, initial: 22 },
    { nodes: 32, minimum: 4, initial: 16 },
  ])('are $minimum always and $initial at first, on each of $nodes nodes of a machine', ({ nodes, ...limits }) => {
    expect(makeAdmissionLimits(200, nodes)).toMatchObject(limits);
  });
});
