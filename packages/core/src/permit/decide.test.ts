import { describe, expect, it } from 'vitest';
import type { PermissionMode } from '../contract/permission.js';
import { decide } from './decide.js';
import { callOf, fetched, layersOf, read, rule, run, write } from './decide.test-kit.js';

const ALL = ['deny', 'ask', 'allow'] as const;
const MODES: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'];

describe('precedence: every combination of rules, hook, mode and read-only agrees with an independent list (PERM-05)', () => {
  /** The expected decision, written from the text of LAW-03 and of `PermissionMode`, not from the code. */
  function oracle(c: { rules: readonly string[]; hook: string; mode: PermissionMode; readOnly: boolean }) {
    const speakers: [boolean, 'deny' | 'ask' | 'allow'][] = [
      [c.rules.includes('deny') || c.hook === 'deny', 'deny'],
      [c.mode === 'plan' && !c.readOnly, 'deny'],
      [c.rules.includes('ask') || c.hook === 'ask', 'ask'],
      [c.mode === 'bypassPermissions' || c.rules.includes('allow') || c.readOnly || c.hook === 'allow', 'allow'],
      [true, 'ask'],
    ];
    const said = speakers.find(([speaks]) => speaks)?.[1];
    return said === 'ask' && c.mode === 'dontAsk' ? 'deny' : said;
  }

  const subsets = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ALL.filter((_, index) => bits & (1 << index)));
  const combinations = subsets.flatMap((rules) =>
    [...ALL, 'none'].flatMap((hook) =>
      MODES.flatMap((mode) => [true, false].map((readOnly) => ({ rules, hook, mode, readOnly }))),
    ),
  );

  it.each(['Probe', 'Probe(kind:x)'])('%s: 320 of 320', (text) => {
    const wrong = combinations.filter((c) => {
      const hook = c.hook === 'none' ? undefined : { behavior: c.hook as 'allow', reason: 'why', by: 'guard' };
      const call = callOf('Probe', [], { readOnly: c.readOnly, hook, input: { kind: 'x' } });
      const rules = [...c.rules].reverse().map((behavior) => rule(behavior, text));
      return decide(call, layersOf(rules, { mode: c.mode })).behavior !== oracle(c);
    });
    expect([combinations.length, wrong]).toEqual([320, []]);
  });

  it('does not depend on the order of the rules, nor on which is narrower', () => {
    const rules = [rule('allow', 'Bash(rm x)'), rule('ask', 'Bash(rm:*)'), rule('deny', 'Bash')];
    for (const order of [rules, rules.toReversed()])
      expect(decide(callOf('Bash', [run('rm', 'x')]), layersOf(order)).behavior).toBe('deny');
  });
});

describe('calls that are allowed without a rule (PERM-08)', () => {
  const inMode = (mode: PermissionMode, call: Parameters<typeof decide>[0]) => decide(call, layersOf([], { mode })).behavior;
  const reading = (path: string) => callOf('Read', [read(path)], { readOnly: true });
  const writing = (path: string) => callOf('Write', [write(path)]);

  it.each([
    ['/repo/a.ts', 'allow'],
    ['/repo', 'allow'],
    ['/data/deep/b', 'allow'],
    ['/state/artifacts/t1.txt', 'allow'],
    ['/etc/shadow', 'ask'],
    ['/repo-2/a.ts', 'ask'],
    ['/workspace', 'ask'],
    ['/', 'ask'],
    ['/state/s1.jsonl', 'ask'],
    ['/repo/../etc/shadow', 'ask'],
    ['/repo/./../../etc/shadow', 'ask'],
    ['work/a.ts', 'ask'],
  ])('default mode: reading %s: %s', (path, behavior) => expect(inMode('default', reading(path))).toBe(behavior));

  it.each([
    ['default', 'ask'],
    ['acceptEdits', 'allow'],
    ['plan', 'deny'],
    ['dontAsk', 'deny'],
    ['bypassPermissions', 'allow'],
  ] as const)('mode %s: a write inside the working directories: %s (PERM-06)', (mode, behavior) =>
    expect(inMode(mode, writing('/repo/a.ts'))).toBe(behavior),
  );

  it('acceptEdits accepts edits inside the working directories only', () => {
    expect(inMode('acceptEdits', writing('/etc/hosts'))).toBe('ask');
    expect(inMode('acceptEdits', callOf('Bash', [run('make'), write('/repo/out')]))).toBe('ask');
    expect(inMode('acceptEdits', callOf('Post', [fetched('https://a.example/')]))).toBe('ask');
  });

  it('every part of a call must be allowed', () => {
    const call = callOf('Bash', [run('npm', 'test'), run('curl', 'x')]);
    expect(decide(call, layersOf([rule('allow', 'Bash(npm test)')])).behavior).toBe('ask');
    expect(decide(call, layersOf([rule('allow', 'Bash(npm test)'), rule('allow', 'Bash(curl:*)')])).behavior).toBe('allow');
  });

  it('a fetch is asked about even if it only reads, and so is a read-only call that reaches out', () => {
    expect(inMode('default', callOf('WebFetch', [fetched('https://a.example/')], { readOnly: true }))).toBe('ask');
    expect(inMode('default', callOf('Search', [], { readOnly: true, openWorld: true }))).toBe('ask');
    expect(inMode('default', callOf('Count', [], { readOnly: true }))).toBe('allow');
  });

  it('a call with an effect needs its own permission, whatever reads it declares', () => {
    expect(inMode('default', callOf('Mail', [read('/repo/a')]))).toBe('ask');
  });

  it('plan mode trusts a declared write more than a read-only flag, and asks nobody', () => {
    const call = callOf('Sly', [write('/repo/a')], { readOnly: true });
    expect(decide(call, layersOf([rule('allow', 'Sly'), rule('ask', 'Sly')], { mode: 'plan' })).behavior).toBe('deny');
  });
});

describe('accesses that always ask', () => {
  const bypass = layersOf([rule('allow', 'Write'), rule('allow', 'Bash')], { mode: 'bypassPermissions' });

  it.each([
    '/repo/.git/hooks/pre-commit',
    '/repo/.GIT/config',
    '/home/me/.zshrc',
    '/repo/agent.config.yaml',
    '/repo/.mcp.json',
    '/repo/sub/.npmrc',
  ])('a write to the protected file %s, in every mode and with every allow rule', (path) => {
    expect(decide(callOf('Write', [write(path)]), bypass)).toMatchObject({
      behavior: 'ask',
      reason: expect.stringContaining('protected'),
    });
  });

  it('a protected file is read like any other file', () => {
    expect(decide(callOf('Read', [read('/repo/.npmrc')], { readOnly: true }), layersOf([])).behavior).toBe('allow');
  });

  it('a call that failed to name its accesses', () => {
    expect(decide(callOf('Bash', [], { unclear: 'no parser' }), bypass)).toMatchObject({
      behavior: 'ask',
      reason: expect.stringContaining('no parser'),
    });
  });

  it.each([
    ['was found unclear', { kind: 'run', text: '$X y', words: ['$X', 'y'], unclear: 'a dynamic command' }],
    ['comes without words', { kind: 'run', text: 'rm -rf /' }],
  ] as const)('a command that %s, if any deny or ask rule could match it', (_, access) => {
    const rules = [rule('deny', 'Bash(rm:*)'), rule('allow', 'Bash')];
    const call = callOf('Bash', [access], { readOnly: true });
    expect(decide(call, layersOf(rules, { mode: 'bypassPermissions' })).behavior).toBe('ask');
    expect(decide(call, layersOf(rules.slice(1))).behavior).toBe('allow');
    expect(decide(call, layersOf([rule('allow', 'Bash(rm:*)'), rule('allow', 'Bash(*)')])).behavior).toBe('ask');
  });

  it('is denied in the mode dontAsk, because nobody may be asked (PERM-06)', () => {
    const layers = layersOf([rule('ask', 'Bash')], { mode: 'dontAsk' });
    const hook = { behavior: 'ask' as const, reason: 'why', by: 'guard' };
    for (const call of [callOf('Bash', [run('ls')]), callOf('Write', [write('/repo/.npmrc')]), callOf('X', [], { hook })])
      expect(decide(call, layers)).toMatchObject({ behavior: 'deny', reason: expect.stringContaining('dontAsk') });
  });
});

describe('the reason of a decision', () => {
  it.each(['deny', 'ask'] as const)('names the author of the rule as %s', (behavior) => {
    const said = { ...rule(behavior, 'Bash(npm test:*)'), reason: 'The tests cost money' };
    const { reason } = decide(callOf('Bash', [run('npm', 'test')]), layersOf([said]));
    expect(reason).toMatch(/ Bash\(npm test:\*\) \(agent\.config\.yaml:3:5\).*\. The tests cost money\.$/);
  });

  it('names the rule with its place, and the steps of the decision', () => {
    const decision = decide(callOf('Bash', [run('npm', 'test')]), layersOf([rule('allow', 'Bash(npm test:*)')]));
    expect(decision.reason).toBe('Bash is allowed by the rule Bash(npm test:*) (agent.config.yaml:3:5).');
    expect(decision.trace.map((step) => `${step.what}: ${step.outcome}`)).toEqual([
      'deny rules: no match',
      'PreToolUse hooks: no match',
      'ask rules: no match',
      'always asked: no match',
      'run npm test: allow',
    ]);
  });

  it.each([
    [callOf('Bash', [run('npm', 'test')]), '"Bash(npm test)"'],
    [callOf('Bash', [run('git', 'commit', '-m', 'two words')]), '"Bash(git commit -m \\"two words\\")"'],
    [callOf('Bash', [run('a b')]), '"Bash(\\"a b\\")"'],
    [callOf('Bash', [run('npm', 'ci'), run('curl', 'x'), write('/repo/log')]), '"Bash(npm ci)", "Bash(curl x)", "Edit(/log)"'],
    [callOf('Write', [write('/repo/src/a.ts')]), '"Edit(/src/a.ts)"'],
    [callOf('Write', [write('/repo/app/[id]/page.tsx')]), '"Edit(/app/\\\\[id\\\\]/page.tsx)"'],
    [callOf('Read', [read('/etc/hosts')], { readOnly: true }), '"Read(//etc/hosts)"'],
    [callOf('Glob', [read('/srv')], { readOnly: true }), '"Read(//srv)"'],
    [callOf('WebFetch', [fetched('https://me@Docs.Example:8443/x')]), '"WebFetch(domain:docs.example)"'],
    [callOf('mcp__crm__find', [], { readOnly: true, openWorld: true }), '"mcp__crm__find"'],
  ])('%#: suggests rules that would have allowed the call', (call, suggested) => {
    const { fix } = decide(call, layersOf([]));
    expect(fix).toBe(`Add to permissions.allow: ${suggested}.`);
    const rules = (JSON.parse(`[${suggested}]`) as string[]).map((text) => rule('allow', text));
    expect(decide(call, layersOf(rules)).behavior).toBe('allow');
  });
});
