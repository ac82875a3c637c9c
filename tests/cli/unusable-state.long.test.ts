import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadout } from '../lib/loadout.js';
import { scripted } from './scripted.js';

const PLACES: readonly (readonly [string, (cwd: string) => string])[] = [
  ['below a plain file', (cwd) => join(cwd, 'plain.txt', 'state')],
  ['that is a plain file', (cwd) => join(cwd, 'plain.txt')],
  ['below a link to itself', (cwd) => join(cwd, 'loop', 'state')],
  ['with a name that is too long', (cwd) => join(cwd, 'x'.repeat(300))],
  ['below the devices', () => '/dev/null/state'],
];
/** Hooks wait for trust. */
const HOOKS = { SessionStart: [{ hooks: [{ type: 'command', command: 'true' }] }] };
const COMMANDS = [
  ['run', 'Hi.'],
  ['check'],
  ['trust', '--yes'],
  ['sessions'],
  ['resume', 'latest'],
  ['cost'],
  ['schedule', 'list'],
  ['lock'],
  ['explain', 'helper', 'Bash(ls)'],
  ['doctor'],
];

it.each(PLACES)('a state folder %s is an error with its place, and no bug of Loadout (F26)', async (_, place) => {
  const cwd = scripted({ turns: [{ text: 'Hello.' }], config: { hooks: HOOKS } });
  writeFileSync(join(cwd, 'plain.txt'), '');
  symlinkSync('loop', join(cwd, 'loop'));
  const state = place(cwd);
  for (const args of COMMANDS) {
    const { code, stdout, stderr } = await loadout(args, { cwd, env: { LOADOUT_STATE_DIR: state }, trust: false });
    expect([args, `${stdout}${stderr}`]).toEqual([args, expect.not.stringMatching(/INTERNAL|bug in Loadout/)]);
    if (args[0] === 'run' || args[0] === 'trust')
      expect([code, stderr]).toEqual([
        expect.toSatisfy((found) => found !== 0),
        expect.stringMatching(
          /error (?:TRUST_STORE|TRUST_RECORD|SESSION_STORE|FILE_UNUSABLE): .*\/(?:plain\.txt|loop|x{300}|dev\/null)/,
        ),
      ]);
  }
});
