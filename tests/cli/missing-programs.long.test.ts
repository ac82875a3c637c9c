import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadout } from '../lib/loadout.js';
import { scripted } from './scripted.js';

it('says in check and doctor that a program of a hook or a server is missing (F21)', async () => {
  const guard = (command: string) => ({ PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command }] }] });
  const folderOf = (config: object, files = {}) => scripted({ turns: [{ text: 'Ok.' }], config: { ...config }, files });
  for (const [config, code, said] of [
    [{ hooks: guard('./no-guard.sh') }, 2, /PROGRAM_MISSING.*no-guard\.sh, which is not there/],
    [{ hooks: guard('"$CLAUDE_PROJECT_DIR"/no-guard.sh --strict') }, 2, /no-guard\.sh, which is not there/],
    [{ hooks: guard('node no-guard.mjs') }, 2, /no-guard\.mjs, which is not there/],
    [{ hooks: guard('no-such-program --x') }, 2, /no-such-program, which is in no folder of PATH/],
    [{ hooks: guard('./plain.txt') }, 2, /plain\.txt, which is not executable/],
    [{ mcpServers: { s: { command: 'no-such-server' } } }, 0, /server s starts no-such-server/],
    [{ mcpServers: { s: { command: 'node', args: ['no-server.mjs'] } } }, 0, /server s starts no-server\.mjs/],
  ] as const) {
    const cwd = folderOf(config, { 'plain.txt': '' });
    const check = await loadout(['check'], { cwd });
    expect([config, check.code, check.stdout]).toEqual([config, code, expect.stringMatching(said)]);
    const doctor = await loadout(['doctor'], { cwd });
    expect([config, doctor.code, doctor.stdout]).toEqual([config, 1, expect.stringMatching(said)]);
  }
});

it.each(['PreToolUse', 'Stop'])('tells a missing script of a hook of %s once', async (event) => {
  const hooks = { [event]: [{ hooks: [{ type: 'command', command: './gone.sh' }] }] };
  const cwd = scripted({ turns: [{ text: 'Ok.' }], config: { hooks } });
  expect((await loadout(['check'], { cwd })).stdout.match(/gone\.sh, which/g)).toHaveLength(1);
});

it.each([
  'echo hi',
  'cat > log.txt',
  './guard.sh "$1"',
  'A=1 ./guard.sh',
  'cd sub && ./guard.sh',
  '$GUARD',
  'test -f x || exit 2',
  "'./guard.sh'",
  'node -e 1',
  'node guard.sh',
  '{ ./no; }',
  'for x in a; do ./no; done',
  '`which no`',
  '(./no)',
])('says nothing about a hook that is there, or that only a shell can read: %s', async (command) => {
  const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command }] }] };
  const cwd = scripted({ turns: [{ text: 'Ok.' }], config: { hooks }, files: { 'guard.sh': '#!/bin/sh\n' } });
  chmodSync(join(cwd, 'guard.sh'), 0o755);
  expect((await loadout(['check'], { cwd })).stdout).not.toContain('PROGRAM_MISSING');
});
