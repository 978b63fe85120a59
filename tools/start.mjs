// `npm start`: installs missing packages, builds the web app when its sources have changed, and runs the product.
import { prepare } from './setup/prepare.mjs';
import { runCommand } from './setup/project.mjs';
import { runServer } from './setup/run-server.mjs';

runCommand(async () => {
  const node = await prepare({ web: true });
  runServer(node, process.argv.slice(2));
});
