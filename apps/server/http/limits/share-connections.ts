import type { Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../../config/listen-config.ts';
import type { Context } from '../../context.ts';
import { findAddressBucket, makeProxyList, parsePlainAddress } from '../routing/client-address.ts';
import { ConcurrencyCounts } from './open-counts.ts';

/**
 * Limits the number of connections that one network may have open on this server node. A network is an IPv4 address or
 * 64 bits of an IPv6 address; 48 bits of IPv6 may have sixteen times as many. A connection beyond the limit is closed
 * before any byte of it is read. A connection counts until it is closed, whatever it is used for: requests, idle time,
 * or an upgrade to another protocol. Connections of a trusted proxy have no limit, because they carry the requests of
 * all its clients. The proxy must limit the connections of its clients itself. Outside production, connections from
 * this machine have no limit either, because the operator's programs open many.
 */
export function registerConnectionShares(app: FastifyInstance, { config, metrics }: Context): void {
  const { largestCount: connectionCountMaximum, countsLoopbackConnections } = config.networkConnectionLimits;
  const proxies = makeProxyList(config.trustedProxies);
  const openConnections = new ConcurrencyCounts(connectionCountMaximum);
  metrics.registerGauge(
    'open_connections',
    'Open connections that count towards the share of their network',
    () => openConnections.total,
  );

  const isLimitedAddress = (address: string): boolean =>
    !proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') && (countsLoopbackConnections || !isLoopback(address));

  app.server.on('connection', (socket: Socket) => {
    const address = parsePlainAddress(socket.remoteAddress ?? '');
    // The address is undefined when the connection is already closed.
    if (address === undefined || !isLimitedAddress(address)) return;
    const stopCounting = openConnections.startCounting(findAddressBucket(address));
    if (stopCounting === undefined) {
      metrics.refusals.inc({ limit: 'connections' });
      socket.destroy();
      return;
    }
    socket.once('close', stopCounting);
  });
}
