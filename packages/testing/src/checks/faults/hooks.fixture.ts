import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookSet } from '@loadout/core';
import type { Fault, World } from './fault.fixture.js';

const CHECK = 'has hooks that answer in a known form and do what the plugin declares';

const hooking =
  (hooks: object | ((world: World) => object)): Fault[1] =>
  (world) => ({
    hooks: (typeof hooks === 'function' ? hooks(world) : hooks) as HookSet,
  });
const before = (run: (world: World) => unknown): Fault[1] => hooking((world) => ({ PreToolUse: () => run(world) as object }));

/** Faults of hooks. */
export const HOOKS: Readonly<Record<string, readonly Fault[]>> = {
  'hooks with effects': [
    ['a hook starts a program', before(() => void spawnSync('true', { env: {} })), CHECK, /PreToolUse: it started true/],
    ['a hook writes a file', before(({ outside }) => void writeFileSync(join(outside, 'hook'), '')), CHECK, /it wrote .*hook/],
    ['a hook reads a file', before(({ outside }) => void readFileSync(join(outside, 'secret.txt'))), CHECK, /it read .*secret/],
    ['a hook asks a server', before(async ({ url }) => void (await fetch(url))), CHECK, /it asked/],
    ['a hook prints', before(() => void console.log('hi')), CHECK, /it printed "hi"/],
    ['a hook reads a key', before(() => void process.env.HOOK_KEY), CHECK, /HOOK_KEY/],
    [
      'a hook changes the environment',
      before(() => Object.assign(process.env, { HOOKED: '1' }) && undefined),
      CHECK,
      /sets the variable HOOKED/,
    ],
    ['a hook leaves a timer', before(() => void setTimeout(() => {}, 1_000)), CHECK, /there is still a timer/],
  ],
  'hooks with answers that decide nothing': [
    [
      'a decision that does not exist',
      before(() => ({ hookSpecificOutput: { permissionDecision: 'no' } })),
      CHECK,
      /permissionDecision is "no"/,
    ],
    [
      'a misspelt field',
      before(() => ({ hookSpecificOutput: { permissionDecison: 'deny' } })),
      CHECK,
      /the field permissionDecison/,
    ],
    ['a decision at the top', before(() => ({ permissionDecision: 'deny' })), CHECK, /the field permissionDecision/],
    ['a text', before(() => 'deny'), CHECK, /not an object/],
    [
      'a decision where nothing is decided',
      hooking({ PostToolUse: () => ({ hookSpecificOutput: { permissionDecision: 'deny' } }) }),
      CHECK,
      /decides nothing/,
    ],
    [
      'an answer to another event',
      hooking({ Stop: () => ({ hookSpecificOutput: { hookEventName: 'PreToolUse' } }) }),
      CHECK,
      /hookEventName "PreToolUse"/,
    ],
  ],
  'hooks that fail or never end': [
    [
      'a hook throws at a usual call',
      hooking({
        PreToolUse: {
          name: 'h',
          matcher: 'Bash',
          run: ({ tool_input: input }: { tool_input: { cmd: string } }) => void input.cmd.length,
        },
      }),
      CHECK,
      /it failed: Cannot read/,
    ],
    ['a hook never answers', before(() => new Promise(() => {})), CHECK, /hook has not ended/],
    [
      'a hook never returns',
      hooking({
        Stop: () => {
          for (;;);
        },
      }),
      CHECK,
      /hook has not ended/,
    ],
    ['a hook ends the process', hooking({ SessionEnd: () => process.exit(1) }), CHECK, /ends the process|end its process/],
  ],
};
