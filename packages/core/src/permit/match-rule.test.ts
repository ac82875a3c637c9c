import { describe, expect, it } from 'vitest';
import { decide } from './decide.js';
import { callOf, fetched, layersOf, read, rule, ruled, run, write } from './decide.test-kit.js';

describe('command rules match word by word (PERM-10)', () => {
  const bash = (...words: string[]) => ['Bash', run(...words)] as const;
  it.each([
    ['Bash(npm test)', ['npm', 'test'], true],
    ['Bash(npm test)', ['npm', 'test', '--watch'], false],
    ['Bash(npm test)', ['npm'], false],
    ['Bash(npm test:*)', ['npm', 'test'], true],
    ['Bash(npm test:*)', ['npm', 'test', '--watch'], true],
    ['Bash(npm test:*)', ['npm', 'testx'], false],
    ['Bash(npm test:*)', ['npm', 'tes'], false],
    ['Bash(npm test *)', ['npm', 'test', 'x'], true],
    ['Bash(npm  test)', ['npm', 'test'], true],
    ['Bash(npm test:*)', ['npm test'], false],
    ['Bash(echo a b)', ['echo', 'a b'], false],
    ['Bash(echo a:*)', ['echo', 'a b'], false],
    ['Bash(ls)', ['LS'], false],
    ['Bash(ls)', ['/tmp/ls'], false],
    ['Bash(git * main)', ['git', 'push', 'main'], false],
    ['Bash(git * main)', ['git', '*', 'main'], true],
    ['Bash(npm*)', ['npmx'], false],
    ['Bash(*)', ['anything', 'at all'], true],
    ['bash(ls)', ['ls'], true],
    ['Shell(ls)', ['ls'], false],
  ])('allow %s against %j: %s', (text, words, matches) =>
    expect(ruled('allow', text, bash(...words))).toBe(matches ? 'allow' : 'ask'),
  );

  it.each([
    ['Bash(rm:*)', ['rm', '-rf', '/'], true],
    ['Bash(rm:*)', ['/bin/rm', 'x'], true],
    ['Bash(rm:*)', ['../bin/rm', 'x'], true],
    ['Bash(rm:*)', ['RM', 'x'], true],
    ['Bash(/bin/rm:*)', ['/bin/rm', 'x'], true],
    ['Bash(/bin/rm:*)', ['rm', 'x'], false],
    ['Bash(rm:*)', ['rmdir', 'x'], false],
    ['Bash(rm)', ['rm', 'x'], false],
    ['Bash(* --force)', ['git', 'push', '--force'], true],
    ['Bash(git * main)', ['git', 'push', 'origin', 'main'], true],
    ['Bash(git * main:*)', ['git', 'push', 'main', '-f'], true],
    ['Bash(git * main:*)', ['git', 'push', 'main'], true],
    ['Bash(git * main)', ['/usr/bin/git', 'push', 'main'], true],
    ['Bash(curl*)', ['curlie'], true],
    ['Bash(*)', ['anything'], true],
    ['Bash(*)', [], true],
    ['*', ['anything'], true],
  ])('deny %s against %j: %s', (text, words, matches) =>
    expect(ruled('deny', text, bash(...words))).toBe(matches ? 'deny' : 'ask'),
  );

  it.each([
    ['Bash(npm run build*)', ['npm', 'run', 'build'], true],
    ['Bash(npm run build*)', ['npm', 'run', 'build:prod'], true],
    ['Bash(npm run build*)', ['npm', 'run', 'build', '--watch'], false],
    ['Bash(npm run build*)', ['npm', 'run', 'build && evil'], false],
    ['Bash(npm run build*:*)', ['npm', 'run', 'build:prod', '--watch'], true],
    ['Bash(npm run build* *)', ['npm', 'run', 'build:prod', '--watch'], true],
    ['Bash(make docker-*)', ['make', 'docker-up'], true],
    ['Bash(make docker-*)', ['make', 'docker-'], true],
    ['Bash(make docker-*)', ['make', 'docker-a/b'], false],
    ['Bash(make docker-*)', ['make', 'docker-CC=evil'], false],
    ['Bash(make docker-*)', ['make', 'docker'], false],
    ['Bash(make *-docker)', ['make', 'up-docker'], true],
    ['Bash(make *-docker)', ['make', '-docker'], false],
    ['Bash(make *-docker)', ['make', '--x-docker'], false],
    ['Bash(make a*c*e)', ['make', 'abcde'], true],
    ['Bash(make a**e)', ['make', 'abcde'], true],
    ['Bash(cat docs/*)', ['cat', 'docs/a.md'], true],
    ['Bash(cat docs/*)', ['cat', 'docs/..'], false],
    ['Bash(cat docs/*)', ['cat', 'docs/.'], false],
    ['Bash(cat ../docs/a*)', ['cat', '../docs/ab'], true],
    ['Bash(npm* test)', ['npmx', 'test'], false],
    ['Bash(npm --prefix=* test)', ['npm', '--prefix=x', 'test'], false],
    ['Bash(npm -C a* test)', ['npm', '-C', 'ab', 'test'], false],
    ['Bash(curl https://example.com*)', ['curl', 'https://example.com.evil.test'], false],
    ['Bash(npm run "build*")', ['npm', 'run', 'build:prod'], false],
    ['Bash(npm run "build*")', ['npm', 'run', 'build*'], true],
    ['Bash(make doc*)', ['make', `doc${'x'.repeat(300)}`], false],
  ])('allow %s against %j: %s, where * is a part of one word (GAP-A4)', (text, words, matches) =>
    expect(ruled('allow', text, bash(...words))).toBe(matches ? 'allow' : 'ask'),
  );

  it('allow with * matches no command with an unclear or an unknown word (GAP-A4)', () => {
    const unclear = { kind: 'run', text: 'make docker-x', words: ['make', 'docker-x'], unclear: 'SHELL', named: 1 } as const;
    const unknown = { kind: 'run', text: 'make docker-$X', words: ['make', null] } as const;
    for (const access of [unclear, unknown]) expect(ruled('allow', 'Bash(make docker-*)', ['Bash', access])).toBe('ask');
  });

  it('deny Bash(*) applies to a command that cannot be analysed', () => {
    expect(ruled('deny', 'Bash(*)', ['Bash', { kind: 'run', text: '$(x)', unclear: 'dynamic' }])).toBe('deny');
  });
});

describe('path rules apply to every tool that reads or writes (PERM-12)', () => {
  it.each([
    ['allow', 'Read(//etc/hosts)', 'Grep', read('/etc/hosts'), 'ask'],
    ['deny', 'Read(secrets/**)', 'Grep', read('/repo/secrets/key'), 'deny'],
    ['deny', 'Read(secrets/**)', 'Grep', read('/repo/secrets'), 'deny'],
    ['deny', 'Read(secrets/**)', 'Bash', read('/repo/secrets/key'), 'deny'],
    ['deny', 'Read(secrets/**)', 'Write', write('/repo/secrets/key'), 'deny'],
    ['ask', 'Read(secrets/**)', 'Write', write('/repo/secrets/key'), 'ask'],
    ['deny', 'Edit(src/**)', 'NotebookEdit', write('/repo/src/a.ipynb'), 'deny'],
    ['deny', 'Write(src/**)', 'Edit', write('/repo/src/a'), 'deny'],
    ['allow', 'Edit(src/**)', 'Write', write('/repo/src/a'), 'allow'],
    ['allow', 'Read(src/**)', 'Write', write('/repo/src/a'), 'ask'],
    ['deny', 'Read(.env)', 'Read', read('/repo/pkg/.ENV'), 'deny'],
    ['deny', 'Read(~/.ssh)', 'Read', read('/home/me/.ssh/id'), 'deny'],
    ['allow', 'Edit(Docs/**)', 'Write', write('/repo/docs/a'), 'ask'],
    ['deny', 'Read(*)', 'Read', read('/etc/passwd'), 'deny'],
    ['deny', 'Read(*)', 'Grep', read('/repo/a'), 'deny'],
    ['allow', 'Edit(*)', 'Write', write('/etc/passwd'), 'ask'],
    ['deny', 'Grep(src/**)', 'Grep', read('/repo/src/a'), 'deny'],
    ['allow', 'Bash(src/a)', 'Bash', write('/repo/src/a'), 'ask'],
    ['allow', 'Bash(/src/**)', 'Bash', write('/repo/src/a'), 'ask'],
    ['allow', 'Bash(//etc/hosts)', 'Bash', read('/etc/hosts'), 'ask'],
    ['deny', 'Bash(src/a)', 'Bash', write('/repo/src/a'), 'deny'],
  ] as const)('%s %s, %s with %j: %s', (behavior, text, name, access, expected) =>
    expect(ruled(behavior, text, [name, access])).toBe(expected),
  );
});

describe('domain rules compare hosts as the URL standard reads them', () => {
  it.each([
    ['domain:docs.example', 'https://docs.example/a', true],
    ['domain:docs.example', 'https://DOCS.example:8443', true],
    ['domain:docs.example', 'https://docs.example./a', true],
    ['domain:docs.example', 'https://evil-docs.example/', false],
    ['domain:docs.example', 'https://docs.example.evil.test/', false],
    ['domain:docs.example', 'https://docs.example@evil.test/', false],
    ['domain:docs.example', 'http://evil.test\\@docs.example/', false],
    ['domain:docs.example', 'https://a@b@docs.example/', true],
    ['domain:docs.example', 'https://evil.test/?docs.example', false],
    ['domain:*.example', 'https://docs.example/', true],
    ['domain:*.docs.example', 'https://docs.example/', false],
    ['domain:bücher.example', 'https://xn--bcher-kva.example/', true],
    ['domain:127.0.0.1', 'http://2130706433/', true],
    ['docs.example', 'https://docs.example/', false],
    ['domain:docs.example', 'not a url', false],
  ])('%s against %s: %s', (specifier, url, matches) => {
    expect(ruled('allow', `WebFetch(${specifier})`, ['WebFetch', fetched(url)])).toBe(matches ? 'allow' : 'ask');
    expect(ruled('deny', `WebFetch(${specifier})`, ['WebFetch', fetched(url)])).toBe(matches ? 'deny' : 'ask');
  });

  it.each(['*', 'domain:*'])('deny WebFetch(%s) matches every host; allow matches none', (specifier) => {
    expect(ruled('deny', `WebFetch(${specifier})`, ['WebFetch', fetched('https://a.example')])).toBe('deny');
    expect(ruled('allow', `WebFetch(${specifier})`, ['WebFetch', fetched('https://a.example')])).toBe('ask');
  });
});

describe('parameter rules', () => {
  const decided = (behavior: 'allow' | 'deny', text: string, input: unknown) =>
    decide(callOf('Deploy', [], { input }), layersOf([rule(behavior, text)])).behavior;
  it.each([
    ['Deploy(target:staging)', { target: 'staging' }, true],
    ['Deploy(target:stag*)', { target: 'staging' }, true],
    ['Deploy(target:stag)', { target: 'staging' }, false],
    ['Deploy(count:3)', { count: 3 }, true],
    ['Deploy(target:*)', {}, false],
    ['Deploy(toString:*)', {}, false],
    ['Deploy(target:a.b)', { target: 'axb' }, false],
  ])('%s against %j: %s', (text, input, matches) => {
    expect(decided('allow', text, input)).toBe(matches ? 'allow' : 'ask');
    expect(decided('deny', text, input)).toBe(matches ? 'deny' : 'ask');
  });

  it('a list is denied for its contents and never allowed for them', () => {
    const input = { target: ['staging', 'production'] };
    expect(decided('deny', 'Deploy(target:*production*)', input)).toBe('deny');
    expect(decided('allow', 'Deploy(target:*staging*)', input)).toBe('ask');
  });
});

it('a pattern of many stars decides about a long text as fast as any other', () => {
  const stars = '*a'.repeat(60);
  const long = 'a'.repeat(50_000);
  expect(ruled('deny', `Bash(${stars}b)`, ['Bash', run('echo', long)])).not.toBe('deny');
  expect(ruled('deny', `Bash(echo ${stars}:*)`, ['Bash', run('echo', long)])).toBe('deny');
});

describe('tool names in rules', () => {
  const deny = (text: string, name: string, aliases: readonly string[] = []) =>
    decide(callOf(name, [], { tool: { name, aliases } }), layersOf([rule('deny', text)])).behavior === 'deny';
  it.each([
    ['mcp__crm__find', 'mcp__crm__find', true],
    ['mcp__crm', 'mcp__crm__find', true],
    ['mcp__crm__*', 'mcp__crm__find', true],
    ['mcp__crm__f*', 'mcp__crm__find', true],
    ['mcp__crm', 'mcp__crm2__find', false],
    ['mcp__crm__fin', 'mcp__crm__find', false],
    ['mcp__*', 'mcp__crm__find', true],
    ['Task*', 'TaskList', true],
    ['read', 'Read', true],
    ['Read', 'ReadAll', false],
  ])('%s means %s: %s', (text, name, matches) => expect(deny(text, name)).toBe(matches));

  it.each([
    ['crm__find', 'allow'],
    ['crm2__find', 'ask'],
    ['my-crm__find', 'ask'],
    ['mcp__crm__find', 'ask'],
  ])('allow crm__* and a call of %s: %s (GAP-F8)', (name, behavior) =>
    expect(decide(callOf(name, [], { tool: { name, aliases: [] } }), layersOf([rule('allow', 'crm__*')])).behavior).toBe(
      behavior,
    ),
  );

  it('a rule for an alias is a rule for the tool (ALIAS-00)', () => expect(deny('FileRead', 'Read', ['FileRead'])).toBe(true));
});
