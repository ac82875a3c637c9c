import { describe, expect, it } from 'vitest';
import { bash, edit, fetching, type Made, recorded, recordOf, ruleOf, run, setOf, write } from '../record/calls.test-kit.js';
import { judge } from '../record/rule-set.js';
import { withRules } from './approvals.js';
import { propose } from './propose.js';

const SET = setOf([]);
const yes = (...made: readonly Made[]) => made.map((one) => recorded(one, 'allowed'));
const no = (...made: readonly Made[]) => made.map((one) => recorded(one, 'denied'));
const rulesFor = async (calls: Parameters<typeof recordOf>[0], set = SET) =>
  (await propose(recordOf(calls), set)).rules.map(({ text }) => text);
const twice = <T>(list: readonly T[]): readonly T[] => [...list, ...list];

describe('a rule is as wide as its evidence', () => {
  it('names a call that was approved twice, and nothing for a call that was approved once', async () => {
    expect(await rulesFor(yes(bash('make all'), bash('make all'), bash('make one')))).toEqual(['Bash(make all)']);
  });

  it('names a folder after three things in it, and the smallest such folder', async () => {
    expect(await rulesFor(yes(edit('/repo/src/a.ts'), edit('/repo/src/b.ts')))).toEqual([]);
    expect(await rulesFor(yes(edit('/repo/src/a.ts'), edit('/repo/src/b.ts'), edit('/repo/src/c.ts')))).toEqual([
      'Edit(/src/**)',
    ]);
    const deep = ['x/a', 'y/b', 'z/c'].map((path) => edit(`/repo/src/lib/${path}.ts`));
    expect(await rulesFor(yes(...deep))).toEqual(['Edit(/src/lib/**)']);
  });

  it('names no folder with a refusal in it, but the folders beside the refusal', async () => {
    const files = ['a/1', 'a/2', 'a/3', 'b/1', 'c/1'].map((path) => edit(`/repo/src/${path}`));
    expect(await rulesFor([...yes(...files), ...no(edit('/repo/src/keys/k'))])).toEqual(['Edit(/src/a/**)']);
    expect(await rulesFor([...yes(...files), ...no(edit('/repo/src/a/keys/k'))])).toEqual([]);
    const alike = ['1.ts', '2.ts', '3.ts', 'x.md'].map((name) => edit(`/repo/src/${name}`));
    expect(await rulesFor([...yes(...alike), ...no(edit('/repo/src/keys/k.ts'))])).toEqual(['Edit(/src/*.ts)']);
  });

  it('never names the whole workspace, the home folder or a hidden folder', async () => {
    const files = [
      '/repo/a',
      '/repo/b',
      '/repo/c',
      '/repo/.x/a',
      '/repo/.x/b',
      '/repo/.x/c',
      '/home/me/a',
      '/home/me/b',
      '/home/me/c',
    ];
    expect(await rulesFor(yes(...files.map(edit)))).toEqual([]);
  });

  it('names a subcommand after three commands, if its words only choose what is tested', async () => {
    const commands = ['npm test a', 'npm test b', 'npm test c'];
    expect(await rulesFor(yes(...commands.map(bash)))).toEqual(['Bash(npm test:*)']);
    expect(await rulesFor([...yes(...commands.map(bash)), ...no(bash('npm test e2e'))])).toEqual([]);
    for (const other of [
      'npm run',
      'npx',
      'git push',
      'docker run',
      'unknown test',
      'npm install',
      'git reset',
      'git -c',
      'npm --prefix',
    ])
      expect([other, await rulesFor(yes(...['a', 'b', 'c'].map((word) => bash(`${other} ${word}`))))]).toEqual([other, []]);
  });

  it('names a domain after three of its hosts, and no suffix under which anybody has a host', async () => {
    const hosts = (domain: string) => yes(...['a', 'b', 'c'].map((one) => fetching(`${one}.${domain}`)));
    expect(await rulesFor(hosts('example.com'))).toEqual(['WebFetch(domain:*.example.com)']);
    expect(await rulesFor([...hosts('example.com'), ...no(fetching('x.example.com'))])).toEqual([]);
    for (const suffix of ['com', 'co.uk', 'github.io', 'pages.dev', 's3.amazonaws.com', 'example'])
      expect(await rulesFor(hosts(suffix))).toEqual([]);
  });

  it('names a tool whose calls name nothing only after three different inputs, and never after a refusal', async () => {
    const calls = ['a', 'b', 'c'].map((to): Made => ({ tool: 'Mail', touches: [], input: { to } }));
    expect(await rulesFor(twice(yes(...calls.slice(0, 2))))).toEqual([]);
    expect(await rulesFor(yes(...calls))).toEqual(['Mail']);
    expect(await rulesFor([...yes(...calls), ...no({ tool: 'Mail', touches: [], input: { to: 'd' } })])).toEqual([]);
  });

  it('proposes to deny what was refused three times, unless it ever ran', async () => {
    const refused = no(bash('git push'), bash('git push'), bash('git push'));
    expect((await propose(recordOf(refused), SET)).rules.map(({ rule, text }) => [rule.behavior, text])).toEqual([
      ['deny', 'Bash(git push)'],
    ]);
    expect(await rulesFor([...refused, ...yes(bash('git push'))])).toEqual([]);
  });

  it('proposes to keep asking about a refused call that the rules or the mode let pass now, and only about that call', async () => {
    const refused = no(bash('git push --force'));
    const [wide, free] = [setOf([ruleOf('Bash(git push:*)')]), setOf([], { mode: 'bypassPermissions' })];
    const byHand = refused.map((one) => ({ ...one, mode: 'default' as const }));
    for (const set of [wide, free]) {
      const { rules } = await propose(recordOf(byHand), set);
      expect(rules.map(({ rule, text }) => [rule.behavior, text])).toEqual([['ask', 'Bash(git push --force)']]);
      const after = withRules(
        set,
        rules.map(({ rule }) => rule),
      );
      expect(judge(recorded(bash('git push --force'), 'denied'), after)?.behavior).toBe('ask');
      expect(judge(recorded(bash('git push'), 'allowed'), after)?.behavior).toBe('allow');
    }
    expect(await rulesFor(refused)).toEqual([]);
  });

  it('proposes to keep asking about a call that was approved and refused again and again', async () => {
    const mixed = [...twice(yes(bash('npm publish'))), ...twice(no(bash('npm publish')))];
    const { rules, spared } = await propose(recordOf(mixed), SET);
    expect(rules.map(({ rule, text, calls }) => [rule.behavior, text, calls.length])).toEqual([['ask', 'Bash(npm publish)', 2]]);
    expect(spared).toBe(0);
    expect(await rulesFor([...mixed.slice(0, 2), ...no(bash('npm publish'))])).toEqual([]);
    expect(await rulesFor(mixed, setOf([ruleOf('Bash(npm:*)', 'ask')]))).toEqual([]);
    expect(await rulesFor(mixed, setOf([ruleOf('Bash(npm:*)', 'deny')]))).toEqual([]);
  });

  it('proposes to deny a folder, a subcommand or a domain after three refused calls of it, unless anything in it ran', async () => {
    const files = ['a', 'b', 'c'].map((name) => edit(`/repo/src/keys/${name}`));
    const pushes = ['a', 'b', 'c'].map((name) => bash(`git push ${name}`));
    const hosts = ['a', 'b', 'c'].map((name) => fetching(`${name}.example.com`));
    const named = async (calls: Parameters<typeof recordOf>[0]) =>
      (await propose(recordOf(calls), SET)).rules.map(({ rule, text }) => `${rule.behavior} ${text}`);
    expect(await named(no(...files, ...pushes, ...hosts))).toEqual([
      'deny Edit(/src/keys/**)',
      'deny Bash(git push:*)',
      'deny WebFetch(domain:*.example.com)',
    ]);
    const ran = yes(edit('/repo/SRC/Keys/d'), bash('git push d'), fetching('d.example.com'));
    expect(await named([...no(...files, ...pushes, ...hosts), ...ran])).toEqual([]);
  });

  it('allows a folder whose refused folder within it is denied or asked about, and less without that rule', async () => {
    const allowed = yes(...['a', 'b', 'c'].map((name) => edit(`/repo/src/${name}.ts`)));
    const keys = ['a', 'b', 'c'].map((name) => edit(`/repo/src/keys/${name}.ts`));
    const mixed = [...yes(...twice(keys.slice(0, 2))), ...no(...twice(keys))];
    for (const [kind, answers] of [
      ['deny', no(...keys)],
      ['ask', mixed],
    ] as const) {
      const record = recordOf([...allowed, ...answers]);
      const { rules } = await propose(record, SET);
      expect(rules.map(({ rule, text }) => `${rule.behavior} ${text}`)).toEqual([
        'allow Edit(/src/**)',
        `${kind} Edit(/src/keys/**)`,
      ]);
      const after = withRules(
        SET,
        rules.map(({ rule }) => rule),
      );
      expect(judge(recorded(edit('/repo/src/keys/new.ts'), 'denied'), after)?.behavior).toBe(kind);
      expect((await propose(record, SET, { kinds: ['allow'] })).rules.map(({ text }) => text)).toEqual(['Edit(/src/*.ts)']);
    }
  });

  it('asks about no folder in which each file is always answered alike', async () => {
    const steady = [...twice(yes(edit('/repo/src/a'), edit('/repo/src/b'))), ...no(edit('/repo/src/x'), edit('/repo/src/y'))];
    expect(await rulesFor(steady)).toEqual(['Edit(/src/a)', 'Edit(/src/b)']);
  });

  it('proposes nothing that a deny or an ask rule stops, and nothing that rules allow by now', async () => {
    const calls = twice(yes(bash('make all')));
    for (const behavior of ['deny', 'ask', 'allow'] as const)
      expect(await rulesFor(calls, setOf([ruleOf('Bash(make:*)', behavior)]))).toEqual([]);
  });

  it('proposes no rule that lets a refused whole pass by its approved parts', async () => {
    const both: Made = { tool: 'Bash', touches: [run('make', 'a'), run('make', 'b')] };
    const calls = [...twice(yes(bash('make a'), bash('make b'))), ...no(both)];
    const found = await propose(recordOf(calls), SET);
    expect(found.rules).toHaveLength(1);
    const set = withRules(
      SET,
      found.rules.map(({ rule }) => rule),
    );
    expect(judge(recorded(both, 'denied'), set)?.behavior).toBe('ask');
  });

  it('proposes nothing wider than a call for a tool whose refusals are not on record', async () => {
    const calls = yes(edit('/repo/src/a'), edit('/repo/src/b'), edit('/repo/src/c'));
    for (const tool of ['Edit', 'Write', 'NotebookEdit']) {
      const unclear = [{ session: 's', tool, why: 'no accesses on record', refused: true }];
      expect((await propose({ ...recordOf(calls), unclear }, SET)).rules).toEqual([]);
    }
  });
});

/** Calls that are shaped to widen a rule, each approved again and again. */
const HOSTILE: readonly (readonly [string, readonly Made[]])[] = [
  ['files with wildcards', ['*', '**', '?', '[a-z]', '{a,b}', '\\*'].map((name) => edit(`/repo/src/${name}`))],
  ['folders with wildcards', ['*', '**', '{src,etc}'].map((name) => edit(`/repo/${name}/a`))],
  ['paths that climb', ['a/../../etc/passwd', '../x', 'b/../../../root/y'].map((path) => edit(`/repo/src/${path}`))],
  ['look-alike folders', ['src ', 'srс', 'src\u200b', ' src'].map((name) => edit(`/repo/${name}/a`))],
  ['parentheses', ['a)', '(b', 'c),Bash(*'].map((name) => edit(`/repo/src/${name}`))],
  ['files of the system', ['/etc/passwd', '/etc/shadow', '/etc/hosts', '/usr/bin/a', '/usr/bin/b', '/usr/bin/c'].map(edit)],
  ['commands with wildcards', ['*', 'npm *', 'npm test:*', 'npm test *'].map(bash)],
  [
    'operators',
    ['npm test && rm', 'npm test ; rm', 'npm test | sh', 'npm test > x'].map(
      (text): Made => ({ tool: 'Bash', touches: [run('npm', 'test', ...text.split(' ').slice(2))] }),
    ),
  ],
  [
    'line breaks',
    ['npm test\nrm x', 'npm\ntest', 'npm test\r'].map(
      (text): Made => ({ tool: 'Bash', touches: [{ kind: 'run', text, words: text.split(' ') }] }),
    ),
  ],
  ['long texts', [1, 2, 3].map((at) => bash(`npm test ${'x'.repeat(5_000)}${at}`))],
  [
    'unclear commands',
    ['a', 'b', 'c'].map(
      (word): Made => ({
        tool: 'Bash',
        touches: [{ kind: 'run', text: `npm test ${word}`, words: ['npm', 'test', word], unclear: 'a loop' }],
      }),
    ),
  ],
  [
    'unknown words',
    ['a', 'b', 'c'].map(
      (word): Made => ({ tool: 'Bash', touches: [{ kind: 'run', text: `npm test ${word}`, words: ['npm', 'test', null] }] }),
    ),
  ],
  [
    'fed commands',
    ['a', 'b', 'c'].map(
      (word): Made => ({
        tool: 'Bash',
        touches: [{ kind: 'run', text: `npm test ${word}`, words: ['npm', 'test', word], fed: true }],
      }),
    ),
  ],
  ['programs in a folder', ['./npm test a', './npm test b', './npm test c'].map(bash)],
  [
    'addresses',
    ['http://good.example\\@bad.example', 'https://a.example.com@bad.example', 'no address'].map(
      (url): Made => ({ tool: 'WebFetch', touches: [{ kind: 'fetch', url }] }),
    ),
  ],
  ['names of tools', ['Bash(*)', '*', 'mcp__*', 'Edit(/**)'].map((tool): Made => ({ tool, touches: [], input: tool }))],
  [
    'folders that hold everything',
    ['/', '/home', '/home/me', '/repo'].map((path): Made => ({ tool: 'Edit', touches: [{ kind: 'write', path, below: true }] })),
  ],
];

/** Calls that nobody has seen. No hostile record may make one of them pass. */
const UNSEEN: readonly Made[] = [
  ...['/repo/src/secret.ts', '/repo/other', '/etc/other', '/root/x', '/repo/src/sub/x', '/usr/bin/x', '/home/me/x'].map(edit),
  ...['rm -rf x', 'npm test evil', 'npm install x', 'sh', 'npm', 'npm run x'].map(bash),
  ...['evil.example', 'other.example', 'x.example.com'].map(fetching),
  { tool: 'Other', touches: [], input: {} },
  { tool: 'mcp__a__b', touches: [], input: {} },
  { tool: 'Edit', touches: [write('/repo/src/a'), run('rm')] },
];

describe.each(HOSTILE)('%s on record', (_, made) => {
  it('yield no rule that allows a call beyond them', async () => {
    const found = await propose(recordOf(Array.from({ length: 5 }, () => yes(...made)).flat()), SET);
    const set = withRules(
      SET,
      found.rules.map(({ rule }) => rule),
    );
    for (const one of UNSEEN)
      expect([found.rules.map(({ text }) => text), judge(recorded(one, 'denied'), set)?.behavior]).toEqual([
        expect.anything(),
        'ask',
      ]);
    expect(found.rules.filter(({ width }) => width !== 'call')).toEqual([]);
  });
});
