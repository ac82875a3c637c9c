import { type Diagnostic, type LoadedConfig, type LoadedTest, loadTests } from '@loadout/config';
import { isLoadoutError, nearest } from '@loadout/core';
import { errors } from '@loadout/runner';

/** The problems of the tests, and tests of agents that do not exist. */
export async function testProblems({ plan }: LoadedConfig): Promise<readonly Diagnostic[]> {
  if (plan.configFile === undefined) return [];
  try {
    const { tests } = await loadTests(plan.configFile);
    return tests.flatMap((test) => unknownAgents(test, Object.keys(plan.agents)));
  } catch (error) {
    return problemsOf(error) ?? [];
  }
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

/** The problems of a configuration. Its error carries all of them. */
export function problemsOf(error: unknown): readonly Diagnostic[] | undefined {
  if (!isLoadoutError(error) || /^(?:TRUST|LOCK)_/.test(error.code)) return undefined;
  if ('problems' in error && Array.isArray(error.problems)) return error.problems as Diagnostic[];
  const { code, message, fix, position } = error;
  return [
    {
      code,
      message,
      path: '',
      severity: 'error',
      ...(fix === undefined ? {} : { fix }),
      ...(position === undefined ? {} : { position }),
    },
  ];
}
