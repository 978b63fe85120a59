import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { openPool } from '@carhouse/database/connect';
import { startEmbeddedPostgres } from '@carhouse/database/embedded/start-embedded';
import { migrate } from '@carhouse/database/migrate';
import { loadListings } from './load-listings.ts';

const dataDir = await mkdtemp('/tmp/carhouse-load-');
await chmod(dataDir, 0o711);
const db = await startEmbeddedPostgres({ dataDir, log: console.log });
const pool = openPool({ url: db.url, applicationName: 'x', max: 1 });
await migrate(pool);
const t = performance.now();
await loadListings(db.url, { count: Number(process.argv[2]) });
console.log('load', performance.now() - t);
console.log(
  (await pool.query("select version(), pg_size_pretty(pg_total_relation_size('listing')), count(*) from listing")).rows,
);
await pool.end();
await db.stop();
await rm(dataDir, { recursive: true });
