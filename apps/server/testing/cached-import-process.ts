// Runs apps/server/imports/import-process.ts with a cache of its compiled code, for tests that start hundreds of such
// processes. The cache saves half of the CPU time of a start. The product has no such cache: a process that reads one user's
// file must not affect the process that reads the next file.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../../.cache/compiled/', import.meta.url)));
await import('../imports/import-process.ts');
// The cache is written immediately, because the process is ended by a signal.
flushCompileCache();
