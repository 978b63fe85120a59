/**
 * IPv6 providers give one customer 64, 56 or 48 bits (RFC 6177), so the customer has up to 65,536 networks of 64 bits. Every limit
 * of an address is therefore counted twice: by 64 bits, and by 48 bits with a multiple of the limit. It is no smaller multiple
 * because some providers, mobile ones above all, put thousands of customers into one network of 48 bits.
 */
export const wideNetworkFactor = 16;

/**
 * The network of 48 bits of an address, for counters.
 * @param bucket an address as limits count addresses: an IPv4 address, or `2001:db8:1:2::/64`.
 * @returns `2001:db8:1::/48`; undefined for an IPv4 address and every other text.
 */
export function wideNetwork(bucket: string): string | undefined {
  if (!bucket.endsWith('::/64')) return undefined;
  return `${bucket.split(':').slice(0, 3).join(':')}::/48`;
}

/** A subject of a limit, and by how much the limit is multiplied for it. */
export type CountedNetwork = { readonly subject: string; readonly factor: number };

/** The networks by which a limit of an address counts, the narrow one first. */
export function countedNetworks(bucket: string): readonly CountedNetwork[] {
  const narrow = { subject: bucket, factor: 1 };
  const wide = wideNetwork(bucket);
  return wide === undefined ? [narrow] : [narrow, { subject: wide, factor: wideNetworkFactor }];
}
