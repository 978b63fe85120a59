import { expect } from '../start/expect.ts';
import type { Report } from '../start/report.ts';
import { checkoutPath, type FreshRoot, type ProgramResult, readRootFile, writeRootFile } from './fresh-root.ts';

/** Port of the server on loopback, and the ports of Caddy. */
export const ports = { server: 18_301, https: 18_343, http: 18_380 } as const;
const environmentFile = '/etc/carhouse/carhouse.env';
const siteFile = '/etc/caddy/carhouse.caddy';
/**
 * Private files that an operator may have in a checkout. Everybody can read a release, so a release must not contain
 * private files.
 */
const privateFiles = ['trial/secrets/session', '.env', 'apps/server/.env.local', 'server.log', 'backups/base/secrets'];
const keptFiles = [environmentFile, siteFile, '/etc/caddy/Caddyfile'];

/** Runs the script: wrong arguments, the first time, and again after the operator has changed the configuration. */
export async function tryScript(report: Report, root: FreshRoot): Promise<void> {
  await report.check(1, 'wrong arguments change nothing', async () => {
    expect(runInstallScript(root, ['--domain', 'a b']).code === 1, 'a wrong host name was taken');
    expect(runInstallScript(root, ['--wrong']).code === 2, 'an unknown flag was taken');
    expect(root.run(['test', '-e', '/opt/carhouse']).code !== 0, 'folders were made');
    return 'exit codes 1 and 2';
  });
  await report.check(2, 'a first run on a bare Debian without systemd', async () => {
    for (const path of privateFiles) writeRootFile(root, `${checkoutPath}/${path}`, 'password\n');
    const { code, output } = runInstallScript(root, [
      '--domain',
      'localhost',
      '--port',
      String(ports.server),
      '--nodes',
      '2',
    ]);
    expect(code === 0, `it ended with ${code}:\n${output.slice(-3_000)}`);
    expect(output.includes('systemd does not run here'), 'it does not say that systemd is missing');
    for (const path of privateFiles)
      expect(root.run(['test', '-e', `/opt/carhouse/current/${path}`]).code !== 0, `${path} is in the release`);
    const steps = output.split('\n').filter((line) => line.startsWith('== '));
    return `${steps.length} steps, ${readLinkTarget(root, '/opt/carhouse/current')}`;
  });
  await report.check(3, 'owners and rights', async () => {
    const expectedRightsByPath = {
      '/etc/carhouse': '750 root carhouse',
      [environmentFile]: '640 root carhouse',
      '/var/lib/carhouse': '750 carhouse carhouse',
      '/var/backups/carhouse': '750 carhouse carhouse',
      '/opt/carhouse/current/': '755 root root',
      '/etc/systemd/system/carhouse.service': '644 root root',
    };
    for (const [path, expected] of Object.entries(expectedRightsByPath)) {
      const actualRights = root.run(['stat', '-c', '%a %U %G', path]).output.trim();
      expect(actualRights === expected, `${path} has ${actualRights}, not ${expected}`);
    }
    const serviceUserCommand = ['setpriv', '--reuid', 'carhouse', '--regid', 'carhouse', '--init-groups'];
    const writablePaths = root
      .run([...serviceUserCommand, 'find', '/opt/carhouse/current/', '-not', '-type', 'l', '-writable'])
      .output.trim();
    expect(writablePaths === '', `the service may write ${writablePaths.slice(0, 200)}`);
    expect(
      root.run(['setpriv', '--reuid', 'nobody', '--clear-groups', 'cat', environmentFile]).code !== 0,
      'others read the secrets',
    );
    const token = /^METRICS_TOKEN=([0-9a-f]{32})$/m.exec(readRootFile(root, environmentFile))?.[1];
    expect(token !== undefined, 'no token was made');
    return `${Object.keys(expectedRightsByPath).length} places; nothing of the programs is writable for the service`;
  });
  await report.check(4, 'the doctor refuses a configuration without mail', async () => {
    const { code, output } = runAsUnit(root, 'commands/doctor.ts');
    expect(code === 1 && /refused\s+SMTP_URL/.test(output), `it ended with ${code}:\n${output}`);
    return output.split('\n').find((line) => line.includes('refused,')) ?? '';
  });
  await report.check(5, 'a second run keeps what the operator has written', async () => {
    changeConfiguration(root);
    const textsBefore = keptFiles.map((path) => readRootFile(root, path));
    const { code, output } = runInstallScript(root, ['--domain', 'other.example', '--port', '4000']);
    expect(code === 0, `it ended with ${code}:\n${output.slice(-3_000)}`);
    expect(output.includes('is installed already'), 'the release was installed twice');
    expect(
      keptFiles.every((path, index) => readRootFile(root, path) === textsBefore[index]),
      'a configuration was changed',
    );
    return `${keptFiles.length} files as before, nothing was downloaded`;
  });
}

/** Runs the script in the root. */
export function runInstallScript(root: FreshRoot, args: readonly string[]): ProgramResult {
  return root.run(['bash', `${checkoutPath}/deploy/install.sh`, ...args]);
}

/** Runs a TypeScript file of the release as the unit does: with its environment file, and as its user. */
export function runAsUnit(root: FreshRoot, commandLine: string): ProgramResult {
  return root.run(['bash', '-c', makeUnitScript(commandLine)]);
}

/** Returns the target of a symbolic link in the root. */
export function readLinkTarget(root: FreshRoot, path: string): string {
  return root.run(['readlink', path]).output.trim();
}

/**
 * Returns a shell script that starts Node as systemd does for the unit, with these arguments, which may contain
 * variables of the environment file.
 */
export function makeUnitScript(commandLine: string): string {
  return `exec /opt/carhouse/run-as-service bash -c 'exec ./node ${commandLine}'`;
}

/**
 * The configuration of an operator without Stripe and with a mail server on this machine; Caddy uses its own ports and
 * certificates.
 */
function changeConfiguration(root: FreshRoot): void {
  const environment = readRootFile(root, environmentFile).replace(
    /^PUBLIC_URL=.*$/m,
    `PUBLIC_URL=https://localhost:${ports.https}`,
  );
  const addedLines = [
    "SMTP_URL='smtp://127.0.0.1:18325'",
    "MAIL_FROM='Car House <house@cars.example>'",
    'ALLOW_TEST_CARDS=1',
  ];
  writeRootFile(root, environmentFile, `${environment}\n${addedLines.join('\n')}\n`);
  const siteText = readRootFile(root, siteFile).replace(
    'localhost {',
    `https://localhost:${ports.https} {\n\ttls internal`,
  );
  writeRootFile(root, siteFile, siteText);
  const mainText = readRootFile(root, '/etc/caddy/Caddyfile');
  const portSettings = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n`;
  writeRootFile(root, '/etc/caddy/Caddyfile', mainText.replace(/^\{\n/m, portSettings));
}
