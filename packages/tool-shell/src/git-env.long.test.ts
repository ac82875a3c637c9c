import { describe, expect, it } from 'vitest';
import { setUp } from './testing/context.js';

describe('the environment of commands closes the doors of git (C3)', () => {
  it.each([
    'GIT_DIR',
    'GIT_WORK_TREE',
    'GIT_INDEX_FILE',
    'GIT_EXTERNAL_DIFF',
    'GIT_CONFIG_PARAMETERS',
    'GIT_EXEC_PATH',
    'GIT_TRACE',
    'GIT_TRACE2_EVENT',
    'GIT_ICASE_PATHSPECS',
  ])('%s of the process outside does not reach a command', async (name) => {
    const bench = await setUp({}, { env: { [name]: '/x', GIT_SSH_COMMAND: 'ssh -v', GIT_AUTHOR_NAME: 'Ann' } });
    const { content } = await bench.call({ command: `echo "[$${name}] $GIT_SSH_COMMAND $GIT_AUTHOR_NAME"` });
    expect(content).toBe('[] ssh -v Ann');
  });

  it.each(['', ' 0 ', '1'])('a count of %j leaves none of them open', async (count) => {
    const bench = await setUp({}, { env: { GIT_CONFIG_COUNT: count, GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'Ada' } });
    expect((await bench.call({ command: 'git config safe.bareRepository; git config core.fsmonitor' })).content).toBe(
      'explicit\nfalse',
    );
  });
});
