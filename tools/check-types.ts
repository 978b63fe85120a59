// Type-checks every package and app with the options of its tsconfig.json, two programs at a time, and names the
// projects with errors. The compiler's results for unchanged files are kept in .cache/types, so that a second run takes
// a few seconds.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { listWorkspaceFolders } from './setup/project.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** tsconfig.base.json and tsconfig.node.json of the root contain shared options and no files. */
const sharedConfigs = ['tsconfig.base.json', 'tsconfig.node.json'];

/** The content of a tsconfig.json that only names files for the options of tsconfig.node.json. */
const nodeProject = { extends: '../../tsconfig.node.json', include: ['**/*.ts'] };

const waitingProjects = joinNodeProjects(findProjects());
const failedProjects: string[] = [];
await Promise.all([checkNextProjects(), checkNextProjects()]);
if (failedProjects.length > 0) {
  console.error(`Types fail in: ${failedProjects.sort().join(', ')}`);
  process.exitCode = 1;
} else {
  console.log('Types hold everywhere.');
}

function findProjects(): string[] {
  const folders = ['', ...listWorkspaceFolders(root), 'apps/stripe-sandbox/browser'];
  return folders.flatMap((folder) =>
    listTsconfigs(join(root, folder))
      .filter((name) => folder !== '' || !sharedConfigs.includes(name))
      .map((name) => join(folder, name)),
  );
}

/**
 * Replaces the projects that have the same options as `nodeProject` by one project with the files of all. These packages
 * import each other's sources, and each program would check these sources again.
 */
function joinNodeProjects(projects: readonly string[]): string[] {
  const nodeProjects = projects.filter(isNodeProject);
  const folders = nodeProjects.map((project) => dirname(project));
  const include = folders.map((folder) => `../../${folder}/**/*.ts`);
  const joinedProject = join('.cache', 'types', 'node-packages.json');
  mkdirSync(join(root, dirname(joinedProject)), { recursive: true });
  writeFileSync(join(root, joinedProject), JSON.stringify({ ...nodeProject, include }));
  return [joinedProject, ...projects.filter((project) => !nodeProjects.includes(project))];
}

function isNodeProject(project: string): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(readFileSync(join(root, project), 'utf8')), nodeProject);
  } catch {
    // A tsconfig.json with comments has options of its own.
    return false;
  }
}

function listTsconfigs(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^tsconfig.*\.json$/.test(name));
  } catch {
    return [];
  }
}

async function checkNextProjects(): Promise<void> {
  for (let project = waitingProjects.shift(); project !== undefined; project = waitingProjects.shift()) {
    const { code, output } = await runCompiler(project);
    if (code === 0) continue;
    failedProjects.push(project);
    console.error(`${project}:\n${output}`);
  }
}

function runCompiler(project: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const compilerPath = relative(root, fileURLToPath(import.meta.resolve('typescript/package.json'))).replace(
      'package.json',
      'bin/tsc',
    );
    const buildInfoPath = join('.cache', 'types', `${project.replaceAll(/[\\/]/g, '-')}.tsbuildinfo`);
    const options = ['-p', project, '--incremental', '--tsBuildInfoFile', buildInfoPath];
    const child = spawn(process.execPath, [compilerPath, ...options], { cwd: root });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
