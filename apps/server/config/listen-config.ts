import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { makeProxyList } from '../http/routing/client-address.ts';
import { originSchema, text } from './value-schemas.ts';

/** The address and port on which the server listens, its public origin, and the proxies that it trusts. */
export type ListenConfig = {
  readonly host: string;
  readonly port: number;
  /** The origin that browsers use, without a trailing slash. */
  readonly publicUrl: string;
  /** IP addresses and subnets of the proxies whose X-Forwarded-For header is trusted. */
  readonly trustedProxies: readonly string[];
  /** Further host names and addresses of the server, in addition to the names in PUBLIC_URL and HOST. */
  readonly allowedHosts: readonly string[];
  /** Maximum number of open connections per client network, and whether connections from this machine count. */
  readonly networkConnectionLimits: { readonly largestCount: number; readonly countsLoopbackConnections: boolean };
  /**
   * Maximum delay of the event loop in milliseconds, at the 99th percentile. When the delay is longer, requests are
   * refused (decision 0017).
   */
  readonly overloadDelayMs: number;
};

/** Matches a registered name, an IPv4 address, or an IPv6 address in brackets. */
const hostNamePattern = /^(?:[a-z\d](?:[a-z\d._-]{0,251}[a-z\d])?|\[[\da-f:.]{2,45}\])$/;

/** The default of `overloadDelayMs` (docs/reliability.md, fault 28). */
export const defaultOverloadDelayMs = 200;

export const listenVariableSchemas = {
  PORT: z.string().regex(/^\d+$/, 'must be a number').transform(Number).pipe(z.number().max(65_535)).default(3000),
  HOST: text
    .refine((host) => URL.canParse(makeOrigin(host, 0)), { error: 'must be an address or a name of this machine' })
    .default('127.0.0.1'),
  PUBLIC_URL: originSchema.optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((commaSeparatedText) => commaSeparatedText.split(',').map((entry) => entry.trim()))
    .refine(areProxyAddresses, { error: 'must be addresses or subnets separated by commas, such as 10.0.0.0/8,::1' })
    .default([]),
  ALLOWED_HOSTS: z
    .string()
    .transform((commaSeparatedText) => commaSeparatedText.split(',').map((entry) => entry.trim().toLowerCase()))
    .refine((hostNames) => hostNames.every((entry) => hostNamePattern.test(entry)), {
      error: 'must be names or addresses without ports, separated by commas, such as cars.example,192.168.1.20',
    })
    .default([]),
  CONNECTIONS_PER_ADDRESS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1 to 9999')
    .transform(Number)
    .optional(),
  OVERLOAD_DELAY_MS: z
    .string()
    .regex(/^[1-9]\d{1,5}$/, 'must be a whole number of milliseconds from 10 to 999999')
    .transform(Number)
    .default(defaultOverloadDelayMs),
};

/**
 * The default maximum number of open connections of one client network. A browser opens six connections, and an office
 * or a mobile provider behind one IP address opens dozens. The server accepts 1,000 connections in total.
 */
const defaultConnectionsPerNetwork = 128;

export function readListenConfig(
  value: z.output<z.ZodObject<typeof listenVariableSchemas>>,
  isProduction: boolean,
): ListenConfig {
  return {
    host: value.HOST,
    port: value.PORT,
    publicUrl: value.PUBLIC_URL ?? makeOrigin(value.HOST, value.PORT),
    trustedProxies: value.TRUSTED_PROXIES,
    allowedHosts: value.ALLOWED_HOSTS,
    networkConnectionLimits: {
      largestCount: value.CONNECTIONS_PER_ADDRESS ?? defaultConnectionsPerNetwork,
      countsLoopbackConnections: isProduction || value.CONNECTIONS_PER_ADDRESS !== undefined,
    },
    overloadDelayMs: value.OVERLOAD_DELAY_MS,
  };
}

/**
 * Returns the URL of the server for programs on this machine. For a server that listens on all addresses, the URL has a
 * loopback address.
 */
export function makeOrigin(host: string, port: number): string {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

/**
 * Whether the name or address is reachable only from this machine.
 * @param host a host name, an IPv4 address, or an IPv6 address with or without brackets.
 */
export function isLoopback(host: string): boolean {
  const hostWithoutBrackets = host.replace(/^\[|\]$/g, '');
  if (
    !URL.canParse(makeOrigin(hostWithoutBrackets, 0)) ||
    hostWithoutBrackets === '0.0.0.0' ||
    hostWithoutBrackets === '::'
  )
    return false;
  // The URL parser normalises every spelling of an IP address (`127.1`, `0x7f.1`, `::ffff:127.0.0.1`).
  const { hostname } = new URL(makeOrigin(hostWithoutBrackets, 0));
  if (/^(.+\.)?localhost\.?$/.test(hostname)) return true;
  return /^127\.\d+\.\d+\.\d+$/.test(hostname) || hostname === '[::1]' || /^\[::ffff:7f[\da-f]{2}:/.test(hostname);
}

function areProxyAddresses(entries: readonly string[]): boolean {
  try {
    makeProxyList(entries);
    return true;
  } catch {
    return false;
  }
}
