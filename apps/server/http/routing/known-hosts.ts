import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../../config/listen-config.ts';
import type { Config } from '../../config.ts';
import { parsePlainAddress } from './client-address.ts';
import { parseTarget } from './request-target.ts';

/** What is wrong with the host or the target of a request. */
export type RequestFault = 'BAD_REQUEST' | 'HOST_NOT_KNOWN';

/**
 * Checks target and host of a request before the target is normalised, and stores the result for later hooks.
 * @returns the fault, or undefined for a valid request.
 */
export type RequestCheck = (request: IncomingMessage) => RequestFault | undefined;

type HostConfig = Pick<Config, 'host' | 'publicUrl' | 'allowedHosts' | 'trustedProxies'>;

/** Matches the paths that monitoring systems request by IP address, some of them without a Host header. */
const probePathPattern = /^\/(?:healthz|readyz)(?:\?|$)/;
const cachedHostCountMaximum = 100;
/**
 * Matches a registered name, an IPv4 address or an IPv6 address in brackets, and an optional port (RFC 9110, section 7.2).
 */
const hostPattern = /^(\[[\da-f:.]{2,45}\]|[a-z\d._-]{1,253})(?::\d{0,5})?$/i;

/**
 * Checks that a request names a host under which this server answers. A page of another site whose host name resolves
 * to this machine (DNS rebinding) sends that name as Host and is refused with 421. Three kinds of hosts are accepted.
 * The first kind of accepted host is a name from PUBLIC_URL, HOST or ALLOWED_HOSTS, on any port. The second kind of
 * accepted host is a loopback name. This kind is accepted when the server listens only on this machine, or when the
 * client is on this machine and connects without a proxy. The third kind of accepted host is the IP address of the
 * connection, because no other site has that address.
 */
export function createRequestCheck(config: HostConfig): RequestCheck {
  const configuredHosts = [new URL(config.publicUrl).hostname, config.host, ...config.allowedHosts].map(normaliseHost);
  const allowedNames = new Set(configuredHosts.filter((name) => name !== '0.0.0.0' && name !== '::'));
  const isReachableLocallyOnly = [...allowedNames].some(isLoopback);
  const isBehindProxy = config.trustedProxies.length > 0;
  /** Host headers that are accepted for every client, exactly as sent. Most requests have one of these headers. */
  const acceptedHostHeaders = new Set<string>();

  function isKnownHost(host: string, request: IncomingMessage): boolean {
    if (allowedNames.has(host)) return true;
    const { localAddress, remoteAddress } = request.socket;
    if (isLoopback(host))
      return isReachableLocallyOnly || (!isBehindProxy && isLoopback(parsePlainAddress(remoteAddress ?? '') ?? ''));
    return isIP(host) !== 0 && parsePlainAddress(host) === parsePlainAddress(localAddress ?? '');
  }

  function checkUncachedRequest(request: IncomingMessage): RequestFault | undefined {
    const target = parseTarget(request.url ?? '', request.method);
    if (target === undefined) return 'BAD_REQUEST';
    const hostHeaders = listHostHeaders(request.rawHeaders);
    if (hostHeaders.length > 1) return 'BAD_REQUEST';
    if (target.authority === undefined && acceptedHostHeaders.has(hostHeaders[0] ?? '')) return undefined;
    const host = hostPattern.exec(hostHeaders[0] ?? '')?.[1];
    if (target.authority !== undefined && target.authority !== hostHeaders[0]?.toLowerCase()) return 'BAD_REQUEST';
    if (probePathPattern.test(target.path)) return undefined;
    if (host === undefined) return 'BAD_REQUEST';
    if (allowedNames.has(normaliseHost(host)) && acceptedHostHeaders.size < cachedHostCountMaximum)
      acceptedHostHeaders.add(hostHeaders[0] ?? '');
    return isKnownHost(normaliseHost(host), request) ? undefined : 'HOST_NOT_KNOWN';
  }

  const checkResultsByRequest = new WeakMap<IncomingMessage, RequestFault | 'none'>();
  return (request) => {
    const checkResult = checkResultsByRequest.get(request) ?? checkUncachedRequest(request) ?? 'none';
    checkResultsByRequest.set(request, checkResult);
    return checkResult === 'none' ? undefined : checkResult;
  };
}

/** Refuses an invalid request before any other hook runs. @throws DomainError BAD_REQUEST, HOST_NOT_KNOWN */
export function registerKnownHosts(app: FastifyInstance, checkTarget: RequestCheck): void {
  app.addHook('onRequest', async (request) => {
    const fault = checkTarget(request.raw);
    if (fault !== undefined) throw new DomainError(fault);
  });
}

function listHostHeaders(rawHeaders: readonly string[]): string[] {
  const hostHeaders: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hostHeaders.push(rawHeaders[index + 1] ?? '');
  }
  return hostHeaders;
}

/** Returns a host name in canonical form: in lower case, without brackets and without a final dot. */
function normaliseHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}
