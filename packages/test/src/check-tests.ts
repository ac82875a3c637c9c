import type { Diagnostic } from '@loadout/config';
import { nearest } from '@loadout/core';
import { errors } from '@loadout/runner';
import { loadTests } from './tests/load-tests.js';
import type { LoadedTest } from './tests/loaded-test.js';

/** The problems of the tests of a configuration: tests of agents that do not exist. Throws CONFIG_INVALID for tests that cannot be read. */
export async function testProblems(configFile: string, agents: readonly string[]): Promise<readonly Diagnostic[]> {
  const { tests } = await loadTests(configFile);
  return tests.flatMap((test) => unknownAgents(test, agents));
}

function unknownAgents({ spec, at, frame }: LoadedTest, available: readonly string[]): readonly Diagnostic[] {
  const rows = spec.permissions ?? [];
  const named = [
    { name: spec.agent, path: ['agent'] },
    ...rows.flatMap((row, index) => (row.via === undefined ? [{ name: row.agent, path: ['permissions', index, 'agent'] }] : [])),
    ...rows.map((row, index) => ({ name: row.via, path: ['permissions', index, 'via'] })),
  ];
  return named.flatMap(({ name, path }): readonly Diagnostic[] => {
    if (name === undefined || available.includes(name)) return [];
    const { code, message, fix } = errors.AGENT_UNKNOWN({ name, nearest: nearest(name, available), available });
    const position = at(path);
    const lines = frame(position);
    return [
      {
        code,
        message,
        path: path.join('.'),
        severity: 'error',
        position,
        ...(lines === undefined ? {} : { frame: lines }),
        ...(fix === undefined ? {} : { fix }),
      },
    ];
  });
}
