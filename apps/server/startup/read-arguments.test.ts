import { describe, expect, it } from 'vitest';
import { ConfigError } from '../config.ts';
import { readArguments } from './read-arguments.ts';

const coreCount = 4;

function readFaults(args: readonly string[]): readonly string[] {
  try {
    readArguments(args, coreCount);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  throw new Error('The arguments were not refused.');
}

describe('the arguments of the server', () => {
  it.each([
    [[], { isDevelopment: false, nodeCount: null }],
    [['--dev'], { isDevelopment: true, nodeCount: null }],
    [['--nodes', '1'], { isDevelopment: false, nodeCount: 1 }],
    [['--nodes=4'], { isDevelopment: false, nodeCount: 4 }],
    [['--nodes', 'auto'], { isDevelopment: false, nodeCount: 4 }],
  ])('%j are read', (args, expectedArguments) => {
    expect(readArguments(args, coreCount)).toEqual(expectedArguments);
  });

  it.each(['0', '5', '-1', '1.5', '2x', '0x2', '1e0', '', ' 2', 'two'])('refuse %j as a number of nodes', (nodes) => {
    expect(readFaults([`--nodes=${nodes}`])).toEqual([
      '--nodes: must be a whole number from 1 to 4, the number of cores of this machine, or auto',
    ]);
  });

  it('refuse nodes in development, and what they do not know', () => {
    expect(readFaults(['--dev', '--nodes', '2'])).toEqual(['--nodes: does not work with --dev']);
    expect(readFaults(['--node', '2'])).toEqual([expect.stringContaining("Unknown option '--node'")]);
    expect(readFaults(['--nodes'])).toEqual([expect.stringContaining("'--nodes <value>' argument missing")]);
  });
});
