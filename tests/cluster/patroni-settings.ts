import { postgresPrograms } from './programs.ts';

/** Passwords of the cluster's users. */
export type ClusterPasswords = {
  readonly superuserPassword: string;
  readonly replicationPassword: string;
  readonly productPassword: string;
};

/** Ports of every member, on its own address. */
export const memberPorts = { postgres: 5432, api: 8008 } as const;

/**
 * Times of Patroni in seconds (docs/operations.md, Patroni). A leader that fails without notice is replaced after at
 * most `ttl` seconds. `ttl` is at least `loopWait` and twice `retryTimeout`, so that a leader which cannot reach etcd
 * stops first.
 */
export const patroniTimes = { ttl: 8, loopWait: 1, retryTimeout: 3 } as const;

/**
 * Returns the configuration of one member's Patroni. JSON is also valid YAML.
 * @param member.folder folder of the member's files, on its own disk.
 */
export function formatPatroniSettings(
  member: { readonly name: string; readonly address: string; readonly folder: string },
  etcdAddress: string,
  passwords: ClusterPasswords,
): string {
  const { name, address, folder } = member;
  const settings = {
    scope: 'carhouse',
    name,
    restapi: { listen: `${address}:${memberPorts.api}`, connect_address: `${address}:${memberPorts.api}` },
    // Version 2 of etcd's interface. With version 3, Patroni 3.0 of Debian 12 writes its leader key without comparing
    // the old value. A paused leader then replaces its successor, and the writes that the successor has acknowledged
    // are lost.
    etcd: { host: etcdAddress },
    bootstrap: {
      dcs: {
        ttl: patroniTimes.ttl,
        loop_wait: patroniTimes.loopWait,
        retry_timeout: patroniTimes.retryTimeout,
        maximum_lag_on_failover: 1_048_576,
        // A commit is acknowledged when one standby has it on its disk, and only such a standby becomes leader.
        synchronous_mode: true,
        // When the leader's PostgreSQL crashes, the standby becomes leader at once, without a try to restart PostgreSQL
        // first.
        primary_start_timeout: 0,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 150,
            shared_buffers: '64MB',
            min_wal_size: '64MB',
            max_wal_size: '256MB',
            wal_keep_size: '64MB',
            // The replication slot of a member that cannot be reached must not fill the disk of the leader.
            max_slot_wal_keep_size: '256MB',
            synchronous_commit: 'on',
            hot_standby_feedback: 'on',
            // After this time, commits no longer wait for a standby that does not answer.
            wal_sender_timeout: '5s',
            wal_receiver_timeout: '5s',
            wal_receiver_status_interval: '1s',
            tcp_keepalives_idle: 5,
            tcp_keepalives_interval: 2,
            tcp_keepalives_count: 3,
            tcp_user_timeout: '10s',
            checkpoint_timeout: '60s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:${memberPorts.postgres}`,
      connect_address: `${address}:${memberPorts.postgres}`,
      data_dir: `${folder}/data`,
      bin_dir: postgresPrograms,
      pgpass: `${folder}/pgpass`,
      use_unix_socket: true,
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuserPassword },
        replication: { username: 'replicator', password: passwords.replicationPassword },
        rewind: { username: 'postgres', password: passwords.superuserPassword },
      },
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        'local all postgres trust',
        'host replication replicator 0.0.0.0/0 scram-sha-256',
        'host all all 0.0.0.0/0 scram-sha-256',
      ],
    },
    watchdog: { mode: 'off' },
  };
  return JSON.stringify(settings, null, 2);
}
