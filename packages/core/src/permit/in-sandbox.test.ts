import { describe, expect, it } from 'vitest';
import type { Access, PermissionMode } from '../contract/permission.js';
import { decide } from './decide.js';
import type { PermissionLayers } from './decided-call.js';
import { parsePermissionRule } from './parse-rule.js';

const run = (...words: string[]): Access => ({ kind: 'run', text: words.join(' '), words });

const opaque = (...words: (string | null)[]) => ({ kind: 'run', text: 'docker $x', words }) as const;
const excluding = (...excludedCommands: string[]) => ({ autoAllow: true, excludedCommands });

function decided(
  accesses: readonly Access[],
  given: {
    sandboxed?: PermissionLayers['sandboxed'];
    deny?: string[];
    ask?: string[];
    mode?: PermissionMode;
    origin?: 'base' | 'custom' | 'mcp';
  } = {},
) {
  const rules = (['deny', 'ask'] as const).flatMap((behavior) =>
    (given[behavior] ?? []).map((text) => parsePermissionRule(text, { behavior, layer: 'project' })),
  );
  const tool = { name: 'Bash', aliases: [], origin: { kind: given.origin ?? 'base' } } as const;
  return decide(
    { tool, input: {}, readOnly: false, openWorld: false, accesses },
    {
      mode: given.mode ?? 'default',
      rules,
      roots: ['/repo'],
      workspace: '/repo',
      home: '/home/me',
      artifactDir: '/state/a',
      sandboxed: 'sandboxed' in given ? given.sandboxed : { autoAllow: true, excludedCommands: ['docker *'] },
    },
  );
}

describe('a command in a sandbox whose autoAllow is on (SBX-01)', () => {
  it('needs no allow rule, whatever it touches', () => {
    expect(decided([run('make'), { kind: 'write', path: '/elsewhere/x' }])).toMatchObject({
      behavior: 'allow',
      reason: 'Bash is allowed: it runs in the sandbox, whose autoAllow is on.',
    });
    expect(decided([run('make')], { mode: 'dontAsk' }).behavior).toBe('allow');
  });

  it.each([
    ['without a sandbox', { sandboxed: undefined }, [run('make')], 'ask'],
    ['without autoAllow', { sandboxed: { autoAllow: false, excludedCommands: [] } }, [run('make')], 'ask'],
    ['with a deny rule', { deny: ['Bash(make:*)'] }, [run('make')], 'deny'],
    ['with an ask rule', { ask: ['Bash(make:*)'] }, [run('make')], 'ask'],
    ['in plan mode', { mode: 'plan' }, [run('make')], 'deny'],
    ['of a tool that is not ours', { origin: 'custom' }, [run('make')], 'ask'],
    ['that runs outside', {}, [run('docker', 'ps')], 'ask'],
    ['with one part that runs outside', {}, [run('make'), run('docker', 'ps')], 'ask'],
    ['that may run outside', {}, [{ kind: 'run', text: '$x ps', unclear: 'its program is not known' }], 'ask'],
    ['that may be a command that runs outside', { sandboxed: excluding('docker ps') }, [opaque('docker', null)], 'ask'],
    [
      'with an alias that runs outside',
      { sandboxed: excluding('podman *') },
      [{ ...opaque('docker', 'ps'), also: [['podman', 'ps']] }],
      'ask',
    ],
    ['that writes a protected file', {}, [run('make'), { kind: 'write', path: '/repo/.git/config' }], 'ask'],
    ['beside a fetch', {}, [run('make'), { kind: 'fetch', url: 'https://a.com/' }], 'ask'],
    ['that runs nothing', {}, [{ kind: 'write', path: '/repo/x' }], 'ask'],
  ] satisfies [string, Parameters<typeof decided>[1], Access[], string][])(
    '%s is decided as ever: %#',
    (_, given, accesses, behavior) => {
      expect(decided(accesses, given).behavior).toBe(behavior);
    },
  );
});
