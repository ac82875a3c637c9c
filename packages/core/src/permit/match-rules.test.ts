import { expect, it, onTestFinished, vi } from 'vitest';
import { questionOf, sparedBy } from '../call/ask.js';
import type { Access, PermissionBehavior } from '../contract/permission.js';
import { decide, decideBy } from './decide.js';
import { callOf, layersOf, rule } from './decide.test-kit.js';
import type { PermissionLayers } from './decided-call.js';
import { matchRules } from './match-rules.js';

/** Rules that compare every path and match none. */
const rulesFor = (count: number) =>
  Array.from({ length: count }, (_, index) => [
    rule('deny', `Read(secrets-${index}/**)`),
    rule('ask', `Edit(//etc/${index}/*)`),
    rule('allow', `Edit(out-${index}/**)`),
    rule('deny', `Bash(run-${index} *)`),
  ]).flat();

/** Returns how often a decision under so many rules reads the path that `accessWith` makes an access of. */
function looksAt(accessWith: (path: () => string) => Access, count: number): number {
  let looks = 0;
  const access = accessWith(() => {
    looks += 1;
    return '/repo/src/a.ts';
  });
  decide(callOf('Bash', [access]), layersOf(rulesFor(count)));
  return looks;
}

it.each<[string, (path: () => string) => Access]>([
  [
    'read',
    (path) => ({
      kind: 'read',
      get path() {
        return path();
      },
    }),
  ],
  [
    'folder with all below it',
    (path) => ({
      kind: 'read',
      below: true,
      get path() {
        return path();
      },
    }),
  ],
  [
    'write',
    (path) => ({
      kind: 'write',
      get path() {
        return path();
      },
    }),
  ],
  [
    'word of a command',
    (path) => ({
      kind: 'run',
      text: 'foo a.ts',
      words: ['foo', 'a.ts'],
      names: [
        {
          word: 'a.ts',
          get path() {
            return path();
          },
        },
      ],
    }),
  ],
])('the path of a %s is looked at as often under 400 rules as under 4', (_, accessWith) => {
  const few = looksAt(accessWith, 1);
  expect(few).toBeGreaterThan(0);
  expect(looksAt(accessWith, 100)).toBe(few);
});

/** Decides about a call, and makes the question and the record of it, as the pipeline does. */
function decideAndAsk(access: Access, layers: PermissionLayers): PermissionBehavior {
  const matched = matchRules(callOf('Bash', [access]), layers);
  const decided = { decision: decideBy(matched), matched };
  questionOf(decided);
  sparedBy(decided);
  return decided.decision.behavior;
}

/** Returns how often each pattern of a rule that contains `marked` was compared with each text. */
function comparisonsOf(work: () => void): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const { test } = RegExp.prototype;
  const spy = vi.spyOn(RegExp.prototype, 'test').mockImplementation(function (this: RegExp, text) {
    if (this.source.includes('marked')) counts.set(`${this.source} ${text}`, (counts.get(`${this.source} ${text}`) ?? 0) + 1);
    return test.call(this, text);
  });
  onTestFinished(() => spy.mockRestore());
  work();
  spy.mockRestore();
  return counts;
}

const PATH_RULES = (['deny', 'ask', 'allow'] as const).flatMap((behavior) => [
  rule(behavior, `Read(marked-read-${behavior}/**)`),
  rule(behavior, `Edit(marked-edit-${behavior}/**)`),
]);

it.each<[PermissionBehavior, Access]>([
  ['deny', { kind: 'read', path: '/repo/marked-read-deny/a' }],
  ['ask', { kind: 'read', path: '/repo/marked-read-ask/a' }],
  ['ask', { kind: 'write', path: '/repo/marked-edit-ask/a' }],
  ['allow', { kind: 'write', path: '/repo/marked-edit-allow/a' }],
  ['ask', { kind: 'write', path: '/repo/other/a' }],
  ['ask', { kind: 'read', path: '/repo', below: true }],
  ['deny', { kind: 'run', text: 'x', words: ['x'], names: [{ word: 'a', path: '/repo/marked-read-deny/a' }] }],
  ['ask', { kind: 'run', text: 'x', words: ['x'], names: [{ word: 'a', path: '/repo/marked-edit-ask/a' }] }],
])('each rule of paths is compared once for a decision, its question and its record: %s %o', (behavior, access) => {
  let decided: PermissionBehavior | undefined;
  const counts = comparisonsOf(() => {
    decided = decideAndAsk(access, layersOf(PATH_RULES));
  });
  expect(decided).toBe(behavior);
  expect(counts.size).toBeGreaterThan(0);
  expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
});

it.each<[PermissionBehavior, string]>([
  ['deny', 'rm a'],
  ['ask', 'push a'],
  ['ask', 'ls a'],
])('each rule against commands is compared once for a decision, its question and its record: %s %s', (behavior, text) => {
  let compared = 0;
  const access: Access = {
    kind: 'run',
    text,
    words: text.split(' '),
    get also() {
      compared += 1;
      return [];
    },
  };
  const rules = [rule('deny', 'Bash(rm *)'), rule('ask', 'Bash(push *)'), rule('deny', 'Bash(*--force*)')];
  expect(decideAndAsk(access, layersOf(rules))).toBe(behavior);
  expect(compared).toBe(rules.length);
});

it('each command that runs outside of the sandbox is found once, however many parts and questions a call has', () => {
  let compared = 0;
  const access: Access = {
    kind: 'run',
    text: 'ls a',
    words: ['ls', 'a'],
    get also() {
      compared += 1;
      return [];
    },
  };
  const sandboxed = { autoAllow: true, excludedCommands: ['docker *', 'podman *'] };
  const call = callOf('Bash', [access, { kind: 'write', path: '/elsewhere/a' }, { kind: 'read', path: '/elsewhere/b' }], {
    tool: { name: 'Bash', aliases: [], origin: { kind: 'base' } },
  });
  const matched = matchRules(call, layersOf([], { sandboxed }));
  const decided = { decision: decideBy(matched), matched };
  questionOf(decided);
  sparedBy(decided);
  expect(decided.decision.behavior).toBe('allow');
  expect(compared).toBe(2);
});
