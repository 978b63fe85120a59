import { expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';

const primaryUrl = 'postgres://cars@database.example/cars';
const readDatabaseSettings = (env: Record<string, string>) => readConfig(false, env).database;

it('reads replicas, their bound and the way past a pooler', () => {
  expect(readDatabaseSettings({ DATABASE_URL: primaryUrl })).toEqual({
    kind: 'server',
    url: primaryUrl,
    sessionUrl: primaryUrl,
    isPooled: false,
    replicaUrls: [],
    maxReplicaLagBytes: 16 * 1024 * 1024,
  });
  expect(
    readDatabaseSettings({
      DATABASE_URL: 'postgres://cars@pooler.example:6432/cars',
      DATABASE_SESSION_URL: primaryUrl,
      DATABASE_REPLICA_URLS: 'postgres://cars@one.example/cars, postgresql://cars@two.example/cars',
      DATABASE_REPLICA_LAG_MB: '0.5',
    }),
  ).toMatchObject({
    sessionUrl: primaryUrl,
    isPooled: true,
    replicaUrls: ['postgres://cars@one.example/cars', 'postgresql://cars@two.example/cars'],
    maxReplicaLagBytes: 512 * 1024,
  });
});

it.each([
  [{ DATABASE_REPLICA_URLS: primaryUrl }, 'DATABASE_REPLICA_URLS: needs DATABASE_URL'],
  [{ DATABASE_SESSION_URL: primaryUrl }, 'DATABASE_SESSION_URL: needs DATABASE_URL'],
  [
    { DATABASE_URL: primaryUrl, DATABASE_REPLICA_URLS: `${primaryUrl},mysql://x` },
    'DATABASE_REPLICA_URLS: must be URLs that start with postgres://, separated by commas',
  ],
  [{ DATABASE_URL: primaryUrl, DATABASE_REPLICA_LAG_MB: '0' }, 'DATABASE_REPLICA_LAG_MB: '],
])('refuses %j', (env, fault) => {
  expect(() => readDatabaseSettings(env as Record<string, string>)).toThrow(ConfigError);
  expect(() => readDatabaseSettings(env as Record<string, string>)).toThrow(fault);
});
