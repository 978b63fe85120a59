/**
 * IPv6 providers give one customer a network of 64, 56 or 48 bits (RFC 6177), so a customer may have up to 65,536
 * networks of 64 bits. Every limit per address is therefore counted twice: for the 64-bit network, and for the 48-bit
 * network with this multiple of the limit. The factor is large because some providers, above all mobile ones, put
 * thousands of customers into one 48-bit network.
 */
export const wideNetworkFactor = 16;

/**
 * Returns the 48-bit network of an address, for counters.
 * @param bucket an IPv4 address or a 64-bit IPv6 network such as `2001:db8:1:2::/64`. Limits per client address use
 *   this text as the key of their counters.
 * @returns `2001:db8:1::/48`; undefined for an IPv4 address and any other text.
 */
export function findWideNetwork(bucket: string): string | undefined {
  if (!bucket.endsWith('::/64')) return undefined;
  return `${bucket.split(':').slice(0, 3).join(':')}::/48`;
}

/** A network that a limit counts, and the factor by which the limit is multiplied for it. */
export type CountedNetwork = { readonly subject: string; readonly limitFactor: number };

/** Returns the networks for which a limit per client address is counted. The smallest network is first. */
export function listCountedNetworks(bucket: string): readonly CountedNetwork[] {
  const ownNetwork = { subject: bucket, limitFactor: 1 };
  const wideNetwork = findWideNetwork(bucket);
  return wideNetwork === undefined
    ? [ownNetwork]
    : [ownNetwork, { subject: wideNetwork, limitFactor: wideNetworkFactor }];
}
