import { describe, expect, it } from 'vitest';
import type { Access } from '../contract/permission.js';
import { decide } from './decide.js';
import { callOf, fetched, layersOf, read, rule, run, write } from './decide.test-kit.js';
import type { DecidedCall } from './decided-call.js';
import { matchRules } from './match-rules.js';
import { proposeRules } from './propose-rules.js';

const proposed = (call: DecidedCall) => proposeRules(matchRules(call, layersOf([])));
const bash = (...accesses: Access[]) => callOf('Bash', accesses);
const unknown = (...words: (string | null)[]): Access => ({
  kind: 'run',
  text: words.map((one) => one ?? '$X').join(' '),
  words,
});

describe('proposed rules (N10)', () => {
  it.each<[DecidedCall, readonly string[]]>([
    [bash(run('git', 'push', 'origin')), ['Bash(git push origin)']],
    [bash({ kind: 'run', text: 'node -e "1"', words: ['node', '-e', '1'] }), ['Bash(node -e "1")']],
    [bash({ kind: 'run', text: 'nohup npm test', words: ['npm', 'test'] }), ['Bash(npm test)']],
    [bash(run('git', 'commit', '-m', "it's 1")), ['Bash(git commit -m "it\'s 1")']],
    [bash(run('git', 'commit', '-m', 'say "x"')), ['Bash(git commit -m \'say "x"\')']],
    ...['python3 a.py', 'python3 -m x', 'node --test', 'deno test', 'sqlite3 a.db q', 'ssh host ls', 'kubectl apply -f a'].map(
      (text): [DecidedCall, readonly string[]] => [bash(run(...text.split(' '))), [`Bash(${text})`]],
    ),
    [bash(run('touch', '')), ['Bash(touch "")']],
    [bash(run('echo', '$HOME')), ['Bash(echo $HOME)']],
    [callOf('Write', [write('/repo/a (1).ts')]), ['Edit(/a (1).ts)']],
    [callOf('Write', [write('/repo/a (1.ts')]), ['Edit(/a \\(1.ts)']],
    [callOf('Write', [write('/repo/~/x')]), ['Edit(/~/x)']],
    [callOf('Read', [read('/home/me/.ssh/id')], { readOnly: true }), ['Read(//home/me/.ssh/id)']],
    [callOf('WebFetch', [fetched('https://a.example/x')]), ['WebFetch(domain:a.example)']],
  ])('%#: allow the call, and no call that differs', (call, rules) => {
    expect(proposed(call)).toEqual({ rules, isWhole: false, unnamed: undefined });
    const layers = layersOf(rules.map((text) => rule('allow', text)));
    expect(decide(call, layers).behavior).toBe('allow');
    for (const other of [run('git', 'push'), run('git', 'push', 'origin', '-f'), run('rm', 'x'), unknown('git', 'push', null)])
      expect(decide(bash(other), layers).behavior).toBe('ask');
    for (const path of ['/repo/b', '/repo', '/home/me/.ssh', '/etc/passwd'])
      expect(decide(callOf('Write', [write(path)]), layers).behavior).toBe('ask');
  });

  it.each<[DecidedCall, string]>([
    [bash(unknown('rm', null)), 'a word of rm $X is not known before it runs'],
    [bash({ kind: 'run', text: 'x', unclear: 'a loop' }), 'a loop'],
    [bash({ kind: 'run', text: 'x' }), 'its words are not known'],
    ...['python3', 'python3 -', 'python3.12 -u -', '/usr/bin/node', 'node - x', 'node -r ./a', 'perl', 'ruby -', 'psql app']
      .concat('sqlite3 a.db', 'ssh host', 'kubectl apply -f -')
      .map((text): [DecidedCall, string] => [bash(run(...text.split(' '))), 'it runs what it is fed']),
    [bash({ ...run('frob'), fed: true } as Access), 'its words do not hold its input'],
    [bash({ ...run('docker', 'exec', '-i', 'db', 'psql'), fed: true } as Access), 'its words do not hold its input'],
    [bash({ ...unknown('frob', null), fed: true } as Access), 'a word of frob $X is not known before it runs'],
    [bash(run('foo', '*')), '* has a *, which is a wildcard in a rule'],
    [bash(run('foo', 'a:*')), 'a:* has a *, which is a wildcard in a rule'],
    [bash(run('foo', 'a\nb')), 'a rule cannot hold its words'],
    [bash(run('foo', 'a'.repeat(1_000))), 'a rule cannot hold its words'],
    [bash(run('foo', 'a(')), 'a rule cannot hold its words'],
    [bash(run('foo', `a 'b' "c"`)), 'a rule cannot hold its words'],
    [bash(run('foo', 'a b', '$c')), 'a rule cannot hold its words'],
    [bash(run('make'), unknown('rm', null)), 'a word of rm $X is not known before it runs'],
    [callOf('WebFetch', [fetched('no address')]), 'no pattern can hold that name'],
    [callOf('Write', [write('/repo/a ')]), 'no pattern can hold that name'],
    [callOf('Bash', []), 'it names nothing that it touches'],
    [callOf('Write', [read('/repo/a')]), 'it names nothing that it touches'],
    ...['/', '/home', '/home/me', '/repo', '/data'].map((path): [DecidedCall, string] => [
      bash(run('make'), write(path)),
      'a rule for that folder allows everything in it',
    ]),
    [callOf('Glob', [read('/home/me')], { readOnly: true }), 'a rule for that folder allows everything in it'],
  ])('%#: do not exist for a call with a part that no rule names: %s', (call, why) => {
    expect(proposed(call)).toMatchObject({ rules: [], unnamed: { why } });
    expect(decide(call, layersOf([]))).toMatchObject({
      behavior: 'ask',
      reason: expect.stringContaining(`no rule can cover it: ${why}`),
      fix: expect.stringMatching(/^For a rule that names .* exactly, .*\. Otherwise run where somebody can allow it once\.$/s),
    });
  });

  it('are for the whole tool if its calls name nothing, and the advice says so if the tool acts', () => {
    const mail = callOf('Mail', [read('/repo/a')]);
    expect(proposed(mail)).toMatchObject({ rules: ['Mail'], isWhole: true });
    expect(decide(mail, layersOf([])).fix).toBe(
      'Add to permissions.allow: "Mail". It allows every call of Mail; "Mail(key:value)" allows one value of its input.',
    );
    expect(proposed(callOf('mcp__a__b', [], { readOnly: true, openWorld: true }))).toMatchObject({ isWhole: false });
  });
});

it('a rule that waits for trust is not proposed again beside what no rule allows', () => {
  const waiting = [rule('allow', 'Bash(git log:*)')];
  const { fix } = decide(bash(run('git', 'log'), run('curl', 'x')), layersOf([], { waiting }));
  expect(fix).toBe('Add to permissions.allow: "Bash(curl x)".');
});
