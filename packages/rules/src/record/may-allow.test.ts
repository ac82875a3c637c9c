import type { Access } from '@loadout/core';
import { decide } from '@loadout/core/run';
import { expect, it } from 'vitest';
import { recorded, ruleOf, run, setOf, write } from './calls.test-kit.js';
import { mayAllow } from './may-allow.js';
import { RuleIndex } from './rule-index.js';
import { layersFor } from './rule-set.js';

const RULES = [
  ...[
    'Edit(/src/**)',
    'Edit(/src/a)',
    'Edit(src/a)',
    'Edit(a)',
    'Edit(**/a)',
    'Edit(/{src,b}/a)',
    'Edit(/s\\*c/a)',
    'Edit(//repo/src/a)',
    'Edit(/src/)',
    'Edit(/src//a)',
    'Edit(~/a)',
    'Edit(/src)',
  ],
  ...[
    'Write(/src/a)',
    'edit(/src/**)',
    'Read(/src/**)',
    'Read(//etc/**)',
    'Bash(make:*)',
    'Bash(make all)',
    'Bash("make" all)',
    'Bash(./make)',
    'Bash(*)',
    'bash(make all)',
  ],
  ...['Bash', 'Mail', 'Mail(to:a*)', 'WebFetch(domain:a.example)', 'WebFetch(domain:*.example)', 'WebFetch(domain:0177.0.0.1)'],
];
const TOUCHES: readonly Access[] = [
  ...['/repo/src/a', '/repo/src/b/a', '/repo/a', '/repo/b/a', '/repo/s*c/a', '/home/me/a', '/etc/a', '/repo/src'].map(write),
  ...['/repo/src/a', '/etc/passwd'].map((path) => ({ kind: 'read', path }) as const),
  ...['make', 'make all', './make', 'make x y'].map((text) => run(...text.split(' '))),
  { kind: 'run', text: 'make all', words: ['make', 'all'], unclear: 'a loop', named: 2 },
  ...['https://a.example/', 'https://b.example/x', 'http://127.0.0.1/', 'https://a.example./'].map(
    (url) => ({ kind: 'fetch', url }) as const,
  ),
];

it('mayAllow says no, and RuleIndex leaves out a rule, only where decide says no', () => {
  let said = 0;
  for (const text of RULES)
    for (const tool of ['Bash', 'Edit', 'Mail', 'WebFetch'])
      for (const touch of TOUCHES) {
        const rule = ruleOf(text);
        const record = recorded({ tool, touches: [touch], input: { to: 'ann' } }, 'allowed');
        const layers = layersFor(record, setOf([rule]), 'default');
        if (layers === undefined) throw new Error('The rules know the agent.');
        const index = new RuleIndex([rule], '/repo');
        const isNamed = decide(record.call, layers).trace.some((step) => step.rule === rule);
        if (isNamed) expect([text, touch, mayAllow(rule, record, setOf([]))]).toEqual([text, touch, true]);
        if (isNamed) expect([text, touch, index.near(record)]).toEqual([text, touch, [rule]]);
        else said += mayAllow(rule, record, setOf([])) ? 0 : 1;
      }
  expect(said).toBeGreaterThan(500);
});
