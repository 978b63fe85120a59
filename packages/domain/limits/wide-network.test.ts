import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';
import { findWideNetwork, listCountedNetworks, wideNetworkFactor } from './wide-network.ts';

it('names the network of 48 bits of an IPv6 address, and none of other texts', () => {
  expect(findWideNetwork('2001:db8:1:2::/64')).toBe('2001:db8:1::/48');
  expect(findWideNetwork('0:0:0:0::/64')).toBe('0:0:0::/48');
  for (const otherSubject of ['198.51.100.7', '', 'account:1']) expect(findWideNetwork(otherSubject)).toBeUndefined();
  expect(listCountedNetworks('198.51.100.7')).toEqual([{ subject: '198.51.100.7', limitFactor: 1 }]);
  expect(listCountedNetworks('2001:db8:1:2::/64')).toEqual([
    { subject: '2001:db8:1:2::/64', limitFactor: 1 },
    { subject: '2001:db8:1::/48', limitFactor: wideNetworkFactor },
  ]);
});

it('leaves half of a queue to other networks', async () => {
  const queue = createFairQueue({ atOnce: 1, waiting: 8, perSubject: { atOnce: 1, waiting: 2 } });
  const endCall = await queue.waitForTurn('198.51.100.7');
  const waitingCallPromises = [1, 2, 3, 4].map((subnetNumber) => queue.waitForTurn(`2001:db8:1:${subnetNumber}::/64`));
  await expect(queue.waitForTurn('2001:db8:1:5::/64')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  const otherCallPromise = queue.waitForTurn('2001:db8:2:1::/64');
  expect(queue.totalWaitingCount).toBe(5);
  endCall();
  for (const turnPromise of [...waitingCallPromises, otherCallPromise]) (await turnPromise)();
  expect(queue.totalWaitingCount).toBe(0);
});
