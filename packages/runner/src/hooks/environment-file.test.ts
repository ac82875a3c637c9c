import { appendFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { defineTool, type HookSet } from '@loadout/core';
import { expect, it } from 'vitest';
import { model, runAgent, tempFolder } from '../run/scripted.test-kit.js';

/** Returns the environment of a tool after SessionStart has written these lines. */
async function seenAfter(lines: string, resume?: { workspace: string; id: string }) {
  const workspace = resume?.workspace ?? tempFolder();
  let env: Readonly<Record<string, string>> = {};
  const tool = defineTool({
    name: 'Look',
    description: 'Looks.',
    call: (__, context) => {
      const { HOME: _, ...others } = context.env;
      env = others;
      return 'ok';
    },
  });
  const hooks: HookSet = {
    SessionStart: (_, __, { environmentFile }) => {
      if (lines !== '') appendFileSync(environmentFile?.() ?? '', lines);
    },
  };
  const scripted = model([{ calls: [{ name: 'Look' }] }, { text: 'ok' }]);
  const { events, run } = await runAgent({
    workspace,
    model: scripted,
    customTools: [tool],
    hooks,
    env: { IS_SANDBOX: '1', PATH: '/bin', HOME: '/nonexistent' },
    prompt: 'Go.',
    ...(resume === undefined ? {} : { run: { resume: resume.id } }),
  });
  const notices = events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));
  return { env, notices, resumed: { workspace, id: run.sessionId } };
}

it('a SessionStart hook sets the environment of tools’ commands (HOOK-27)', async () => {
  const lines = [
    '# made by a hook',
    'export STAGE=test',
    'export PATH="$PATH:/tools"',
    'declare -x QUOTED=\'$PATH "x"\'',
    'ESCAPED="a \\"b\\" \\$c ${STAGE}"',
    '',
  ];
  const { env, notices } = await seenAfter(lines.join('\n'));
  expect(env).toEqual({ PATH: '/bin:/tools', STAGE: 'test', QUOTED: '$PATH "x"', ESCAPED: 'a "b" $c test' });
  expect(notices).toEqual([]);
});

it('runs nothing of the file, and reports and skips a line that is no value (HOOK-27)', async () => {
  const { env, notices } = await seenAfter('A=$(touch x)\nsource ~/.nvm/nvm.sh\nB="`id`"\nC=1; touch x\nD=1\n');
  expect(env).toEqual({ PATH: '/bin', D: '1' });
  expect(notices).toHaveLength(4);
});

it('a resumed run begins without the variables: its own hooks set them again (HOOK-27)', async () => {
  const { env, resumed } = await seenAfter('STAGE=test\n');
  expect(env).toEqual({ PATH: '/bin', STAGE: 'test' });
  expect((await seenAfter('', resumed)).env).toEqual({ PATH: '/bin' });
});

it('the folder of the file is for its owner only, also where the folder of sessions is not', async () => {
  let mode: number | undefined;
  const hooks: HookSet = {
    SessionStart: (_, __, { environmentFile }) => {
      mode = statSync(dirname(environmentFile?.() ?? '')).mode & 0o777;
    },
  };
  await runAgent({ model: model([{ text: 'ok' }]), hooks });
  expect(mode).toBe(0o700);
});
