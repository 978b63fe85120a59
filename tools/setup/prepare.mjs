import { installPackages } from './install.mjs';
import { findProductNode, requireNodeForSetup } from './node-runtime.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { buildWebApp } from './web-build.mjs';

/**
 * Prepares the checkout: installs the packages, and builds the web app when `web` is true.
 * @param {{ web: boolean }} options
 * @returns {Promise<string>} path of the Node that runs the product
 */
export async function prepare({ web }) {
  requireNodeForSetup();
  return withSetupLock(async () => {
    await installPackages();
    const node = findProductNode();
    if (web) await buildWebApp(node);
    return node;
  });
}
