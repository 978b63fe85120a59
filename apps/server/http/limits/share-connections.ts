import type { Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../../config/listen-config.ts';
import type { Context } from '../../context.ts';
import { addressBucket, plainAddress, proxyList } from '../routing/client-address.ts';

/**
 * Gives each network (an IPv4 address, or 64 bits of an IPv6 address) its share of the open connections of this node. A connection beyond
 * it is closed before a byte of it is read. It counts until it is closed, whatever it is used for: requests, idle time between them, an
 * upgrade to another protocol. Connections of a trusted proxy are those of all its clients and have no share; the proxy has to limit them.
 * Nor have those of this machine outside of production, where programs of the operator make many.
 */
export function registerConnectionShares(app: FastifyInstance, { config, metrics }: Context): void {
  const { most, countsLoopback } = config.connectionShare;
  const proxies = proxyList(config.trustedProxies);
  const open = new Map<string, number>();
  metrics.gauge('open_connections', 'Open connections that count towards the share of their network', () =>
    [...open.values()].reduce((sum, each) => sum + each, 0),
  );

  const isShared = (address: string): boolean =>
    !proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') && (countsLoopback || !isLoopback(address));

  app.server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    // undefined: it has been closed already
    if (address === undefined || !isShared(address)) return;
    const network = addressBucket(address);
    const own = open.get(network) ?? 0;
    if (own >= most) {
      metrics.refusals.inc({ limit: 'connections' });
      socket.destroy();
      return;
    }
    open.set(network, own + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}
