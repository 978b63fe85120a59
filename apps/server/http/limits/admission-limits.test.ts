import { describe, expect, it } from 'vitest';
import { makeAdmissionLimits } from './admission-limits.ts';

describe('the requests that may always be under way', () => {
  it.each([
    { nodes: 1, minimum: 16 },
    { nodes: 2, minimum: 8 },
    { nodes: 3, minimum: 6 },
    { nodes: 32, minimum: 4 },
  ])('are $minimum of each of $nodes nodes of a machine', ({ nodes, minimum }) => {
    expect(makeAdmissionLimits(200, nodes).minimum).toBe(minimum);
  });
});
