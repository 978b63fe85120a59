// `npm run dev` starts the product with Vite inside the server, so that changes of the web app are visible immediately.
import { prepare } from './setup/prepare.mjs';
import { runCommand } from './setup/project.mjs';
import { runServer } from './setup/run-server.mjs';

runCommand(async () => {
  const node = await prepare({ web: false });
  runServer(node, ['--dev', ...process.argv.slice(2)]);
});
