// `node tools/run.mjs [--web] [--browser] FILE …`: installs missing packages, builds the web app (`--web`), finds a
// Chromium (`--browser`), and runs a TypeScript file of the project with its arguments.
import { findOrInstallBrowser } from './setup/browser.mjs';
import { productEnvironment } from './setup/node-runtime.mjs';
import { prepare } from './setup/prepare.mjs';
import { runCommand, SetupFault } from './setup/project.mjs';
import { runChild } from './setup/run-child.mjs';

runCommand(async () => {
  const words = process.argv.slice(2);
  const web = removeFirstFlag(words, '--web');
  const browser = removeFirstFlag(words, '--browser');
  if (words.length === 0) throw new SetupFault('Usage: node tools/run.mjs [--web] [--browser] FILE [ARGUMENTS]');
  const node = await prepare({ web });
  const found = browser ? { CARHOUSE_CHROMIUM: await findOrInstallBrowser(node) } : {};
  const { code } = await runChild(node, words, { env: productEnvironment(node, found) });
  process.exitCode = code;
});

/**
 * @param {string[]} words
 * @param {string} flag
 */
function removeFirstFlag(words, flag) {
  const isFirstWord = words[0] === flag;
  if (isFirstWord) words.shift();
  return isFirstWord;
}
