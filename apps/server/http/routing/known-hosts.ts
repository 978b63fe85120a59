import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../../config/listen-config.ts';
import type { Config } from '../../config.ts';
import { plainAddress } from './client-address.ts';
import { readTarget } from './request-target.ts';

/** What is wrong with the host or the target of a request. */
export type FrontFault = 'BAD_REQUEST' | 'HOST_NOT_KNOWN';

/**
 * Checks target and host of a request before the target is normalised, and stores the result for later hooks.
 * @returns the fault, or undefined for a valid request.
 */
export type FrontCheck = (request: IncomingMessage) => FrontFault | undefined;

type HostConfig = Pick<Config, 'host' | 'publicUrl' | 'allowedHosts' | 'trustedProxies'>;

/** Monitoring systems request these paths by IP address, some of them without a Host header. */
const probes = /^\/(?:healthz|readyz)(?:\?|$)/;
const cachedHostsMaximum = 100;
/**
 * Matches a registered name, an IPv4 address or an IPv6 address in brackets, and an optional port (RFC 9110, section 7.2).
 */
const shape = /^(\[[\da-f:.]{2,45}\]|[a-z\d._-]{1,253})(?::\d{0,5})?$/i;

/**
 * Checks that a request names a host under which this server answers. A page of another site whose host name resolves to
 * this machine (DNS rebinding) sends that name as Host and is refused with 421. Accepted are the names of PUBLIC_URL, HOST
 * and ALLOWED_HOSTS on any port; loopback names, when the server listens only on this machine or the client is on it without
 * a proxy between them; and the IP address of the connection, because no other site has that address.
 */
export function createFrontCheck(config: HostConfig): FrontCheck {
  const given = [new URL(config.publicUrl).hostname, config.host, ...config.allowedHosts].map(plainHost);
  const names = new Set(given.filter((name) => name !== '0.0.0.0' && name !== '::'));
  const isForThisMachineOnly = [...names].some(isLoopback);
  const isBehindProxy = config.trustedProxies.length > 0;
  /** Raw Host headers that are accepted for every client. Most requests have one of them. */
  const usual = new Set<string>();

  function isKnown(host: string, request: IncomingMessage): boolean {
    if (names.has(host)) return true;
    const { localAddress, remoteAddress } = request.socket;
    if (isLoopback(host))
      return isForThisMachineOnly || (!isBehindProxy && isLoopback(plainAddress(remoteAddress ?? '') ?? ''));
    return isIP(host) !== 0 && plainAddress(host) === plainAddress(localAddress ?? '');
  }

  function look(request: IncomingMessage): FrontFault | undefined {
    const target = readTarget(request.url ?? '', request.method);
    if (target === undefined) return 'BAD_REQUEST';
    const hostHeaders = hostsOf(request.rawHeaders);
    if (hostHeaders.length > 1) return 'BAD_REQUEST';
    if (target.authority === undefined && usual.has(hostHeaders[0] ?? '')) return undefined;
    const host = shape.exec(hostHeaders[0] ?? '')?.[1];
    if (target.authority !== undefined && target.authority !== hostHeaders[0]?.toLowerCase()) return 'BAD_REQUEST';
    if (probes.test(target.path)) return undefined;
    if (host === undefined) return 'BAD_REQUEST';
    if (names.has(plainHost(host)) && usual.size < cachedHostsMaximum) usual.add(hostHeaders[0] ?? '');
    return isKnown(plainHost(host), request) ? undefined : 'HOST_NOT_KNOWN';
  }

  const seen = new WeakMap<IncomingMessage, FrontFault | 'none'>();
  return (request) => {
    const known = seen.get(request) ?? look(request) ?? 'none';
    seen.set(request, known);
    return known === 'none' ? undefined : known;
  };
}

/** Refuses an invalid request before any other hook runs. @throws DomainError BAD_REQUEST, HOST_NOT_KNOWN */
export function registerKnownHosts(app: FastifyInstance, check: FrontCheck): void {
  app.addHook('onRequest', async (request) => {
    const fault = check(request.raw);
    if (fault !== undefined) throw new DomainError(fault);
  });
}

function hostsOf(rawHeaders: readonly string[]): string[] {
  const hostHeaders: string[] = [];
  for (let place = 0; place + 1 < rawHeaders.length; place += 2) {
    const name = rawHeaders[place] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hostHeaders.push(rawHeaders[place + 1] ?? '');
  }
  return hostHeaders;
}

/** A host name in canonical form: lower case, without brackets and without the final dot. */
function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}
