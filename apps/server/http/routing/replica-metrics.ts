import type { ReadDatabase } from '@carhouse/database/connection/read-database';
import { Counter, Gauge } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Registers the metrics of the replicas: the state and lag of each, and the reads by the database that answered them. */
export function registerReplicaMetrics({ registry }: Metrics, readDatabase: ReadDatabase): void {
  new Counter({
    name: 'carhouse_database_reads_total',
    help: 'Reads that may use a replica, by the database that answered them',
    labelNames: ['target'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [target, readCount] of readDatabase.countsByDatabase) this.inc({ target }, readCount);
    },
  });
  if (!readDatabase.hasReplicas) return;
  new Gauge({
    name: 'carhouse_replica_state',
    help: '1 for the state of each replica: in use, behind, down, starting, not a replica',
    labelNames: ['replica', 'state'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { name: replica, state } of readDatabase.getReplicaFigures()) this.set({ replica, state }, 1);
    },
  });
  new Gauge({
    name: 'carhouse_replica_lag_bytes',
    help: 'Bytes of the write-ahead log that a replica has not replayed; NaN while it does not answer',
    labelNames: ['replica'],
    registers: [registry],
    collect() {
      for (const { name: replica, lagBytes } of readDatabase.getReplicaFigures())
        this.set({ replica }, lagBytes ?? Number.NaN);
    },
  });
}
