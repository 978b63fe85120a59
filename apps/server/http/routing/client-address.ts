import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    trustedProxies: BlockList;
    /**
     * Logs that a trusted proxy sends an entry that is not an IP address. Only the first call in a process writes a log
     * line.
     */
    reportMalformedHop: () => void;
  }
}

/** Configures which proxies may name the client address. */
export function registerClientAddress(app: FastifyInstance, trustedProxies: readonly string[]): void {
  app.decorate('trustedProxies', makeProxyList(trustedProxies));
  let hasReported = false;
  app.decorate('reportMalformedHop', () => {
    if (hasReported) return;
    hasReported = true;
    app.log.warn(
      'A trusted proxy sends an X-Forwarded-For with an entry that is no address: its clients share one set of limits.',
    );
  });
}

/**
 * Returns the client's IP address in one canonical spelling. Without a trusted proxy, the client's address is the
 * remote address of the socket. With a trusted proxy, X-Forwarded-For is read from its right end, hop by hop, and the
 * first untrusted hop is the client. Entries to the left of the client's address were written by the client and are
 * never used (docs/reliability.md fact 6, hostile input E 107).
 */
export function readClientAddress(request: FastifyRequest): string {
  const { trustedProxies, reportMalformedHop } = request.server;
  return findClientAddress(request.raw, trustedProxies, reportMalformedHop);
}

/** Returns the client's IP address for a request that matches no route. */
export function findClientAddress(
  request: IncomingMessage,
  trustedAddresses: BlockList,
  reportMalformed: () => void = () => undefined,
): string {
  let address = parsePlainAddress(request.socket.remoteAddress ?? '') ?? '';
  const forwardedHeader = request.headers['x-forwarded-for'];
  const forwardedHops = (Array.isArray(forwardedHeader) ? forwardedHeader.join(',') : (forwardedHeader ?? '')).split(
    ',',
  );
  while (address !== '' && trustedAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) {
    const lastHop = forwardedHops.pop()?.trim() ?? '';
    const hopAddress = parseHopAddress(lastHop);
    if (hopAddress === undefined) {
      if (lastHop !== '') reportMalformed();
      break;
    }
    address = hopAddress;
  }
  return address;
}

/**
 * Returns the IP address in an entry of X-Forwarded-For. Some proxies add the client's port, put IPv6 in brackets, or quote
 * the entry as in RFC 7239: `198.51.100.7:5555`, `[2001:db8::7]`, `"[2001:db8::7]:5555"`.
 */
function parseHopAddress(entry: string): string | undefined {
  const text = /^"([^"]*)"$/.exec(entry)?.[1] ?? entry;
  const hostMatch = /^(?:\[([^[\]]{2,60})\]|(\d{1,3}(?:\.\d{1,3}){3}))(?::\d{1,5})?$/.exec(text);
  return parsePlainAddress(hostMatch?.[1] ?? hostMatch?.[2] ?? text);
}

/**
 * Returns the text by which limits count a client address: an IPv4 address, or the first 64 bits of an IPv6 address.
 * One customer can use all IPv6 addresses with the same 64 bits (CVE-2026-45364).
 * @param address the client's address, as `readClientAddress` returns it.
 */
export function findAddressBucket(address: string): string {
  if (!isIPv6(address)) return address;
  return `${expandGroups(address).slice(0, 4).join(':')}::/64`;
}

/** Returns the text by which limits count the client of a request (`findAddressBucket`). */
export function findRequestBucket(request: FastifyRequest): string {
  return findAddressBucket(readClientAddress(request));
}

/** Parses a list of addresses and subnets (`10.0.0.0/8`, `::1`). @throws RangeError for any other text. */
export function makeProxyList(entries: readonly string[]): BlockList {
  const proxyList = new BlockList();
  for (const entry of entries) {
    const [text = '', bits, ...otherParts] = entry.split('/');
    const address = parsePlainAddress(text);
    if (address === undefined || otherParts.length > 0) throw new RangeError(entry);
    const addressFamily = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxyList.addAddress(address, addressFamily);
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (addressFamily === 'ipv6' ? 128 : 32)) {
      proxyList.addSubnet(address, Number(bits), addressFamily);
    } else throw new RangeError(entry);
  }
  return proxyList;
}

/** Removes the zone of an address, and writes an IPv4-mapped address as IPv4. Returns undefined for a malformed address. */
export function parsePlainAddress(text: string): string | undefined {
  const addressWithoutZone = text.split('%')[0] ?? '';
  if (isIP(addressWithoutZone) === 0) return undefined;
  if (isIPv4(addressWithoutZone)) return addressWithoutZone;
  const groups = expandGroups(addressWithoutZone);
  const isIpv4Mapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  if (!isIpv4Mapped) return addressWithoutZone.toLowerCase();
  const [highGroup, lowGroup] = groups.slice(6).map((group) => Number.parseInt(group, 16)) as [number, number];
  return [highGroup >> 8, highGroup & 255, lowGroup >> 8, lowGroup & 255].join('.');
}

/** Returns the eight 16-bit groups of an IPv6 address, without leading zeros. */
function expandGroups(address: string): string[] {
  // The URL parser normalises every spelling, and writes an IPv4 suffix in hexadecimal.
  const text = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [leftText = '', rightText] = text.split('::');
  const leftGroups = leftText === '' ? [] : leftText.split(':');
  if (rightText === undefined) return leftGroups;
  const groupsAfterGap = rightText === '' ? [] : rightText.split(':');
  return [
    ...leftGroups,
    ...Array.from({ length: 8 - leftGroups.length - groupsAfterGap.length }, () => '0'),
    ...groupsAfterGap,
  ];
}
