// `npm run build`: installs missing packages and builds the web app when its sources have changed, without a start. A
// deployment is prepared with this command, because the server itself (apps/server/main.ts) then writes nothing into
// its own folder.
import { prepare } from './setup/prepare.mjs';
import { runCommand } from './setup/project.mjs';

runCommand(async () => {
  await prepare({ web: true });
});
