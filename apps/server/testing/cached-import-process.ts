// The process of apps/server/imports/import-process.ts for tests, which start hundreds of it: its compiled code is kept, which saves half
// of the CPU of a start. The product keeps none, because what reads one stranger's file must not change what reads the next.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../../.cache/compiled/', import.meta.url)));
await import('../imports/import-process.ts');
// At once: the process is ended by a signal.
flushCompileCache();
