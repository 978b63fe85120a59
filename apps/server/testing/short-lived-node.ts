// A server node that ends as soon as it answers requests (numbered-node.long.test.ts).
import { askForServices, sendToPrimary } from '../startup/node-messages.ts';

const { databaseUrl } = await askForServices();
if (databaseUrl === 'never ready') process.exit(3);
if (databaseUrl === 'hangs') await new Promise((resolve) => setTimeout(resolve, 3_600_000));
sendToPrimary({ type: 'ready', url: databaseUrl, hasDemo: false });
process.once('disconnect', () => process.exit());
// When the channel closes, the message before this one has been sent.
process.disconnect();
