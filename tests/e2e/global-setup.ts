import { startTestOpenidProvider } from '@carhouse/auth/testing/test-openid-provider';
import { findFreePort } from '@carhouse/database/testing/free-port';
import { startProduct } from './start-product.ts';

/**
 * Starts the product with a sign-in provider, and stops both after the run. When CARHOUSE_URL is set, the tests use the
 * server at that URL.
 */
async function startSharedServers(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.CARHOUSE_URL !== undefined) return undefined;
  // The callback of a sign-in provider has a fixed URL, so this file chooses the port instead of the server.
  const port = await findFreePort();
  const openidProvider = await startTestOpenidProvider([`http://localhost:${port}/api/auth/callback/google`]);
  const product = await startProduct(port, {
    GOOGLE_CLIENT_ID: openidProvider.clientId,
    GOOGLE_CLIENT_SECRET: openidProvider.clientSecret,
    GOOGLE_DISCOVERY_URL: openidProvider.discoveryUrl,
  });
  process.env.CARHOUSE_URL = product.url;
  process.env.CARHOUSE_DATA_DIR = product.dataDir;
  return async () => {
    await product.stop();
    await openidProvider.close();
  };
}

export default startSharedServers;
