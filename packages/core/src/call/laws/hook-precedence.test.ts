import { describe, expect, it } from 'vitest';
import type { HookSet } from '../../contract/hook/hook.js';
import type { PermissionMode } from '../../contract/permission.js';
import { answer, makeWorld, never, recorder, thrower } from '../environment.test-kit.js';

const RULES = ['none', 'allow', 'ask', 'deny'] as const;
const MODES: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'];
const ANSWERS = ['none', 'allow', 'ask', 'defer', 'deny', 'crash', 'timeout'] as const;
const REQUESTS = ['none', 'allow', 'deny', 'crash'] as const;
/** Rewrites of `{ text: 'mine' }` by the hook. */
const REWRITES = { none: undefined, same: 'mine', harmless: 'other', denied: 'secret' } as const;

type Rule = (typeof RULES)[number];
type Answer = (typeof ANSWERS)[number];
type Outcome = 'runs' | 'asks' | 'deferred' | 'denied';

interface Cell {
  readonly rule: Rule;
  readonly mode: PermissionMode;
  readonly answers: Answer;
  readonly rewrite: keyof typeof REWRITES;
  readonly request?: (typeof REQUESTS)[number];
}

const cells: Cell[] = RULES.flatMap((rule) =>
  MODES.flatMap((mode) =>
    ANSWERS.flatMap((answers) =>
      (Object.keys(REWRITES) as (keyof typeof REWRITES)[]).map((rewrite) => ({ rule, mode, answers, rewrite })),
    ),
  ),
);

const STRICTNESS: Readonly<Record<Outcome, number>> = { runs: 0, asks: 1, deferred: 2, denied: 3 };

const outcomes = new Map<string, Promise<Outcome>>();

/** The outcome of one call, made once: the laws compare the same cells, and many cells with one answer of the rules alone. */
function outcomeOf({ rule, mode, answers, rewrite, request = 'none' }: Cell, text = 'mine'): Promise<Outcome> {
  const key = JSON.stringify([rule, mode, answers, rewrite, request, text]);
  const outcome = outcomes.get(key) ?? called({ rule, mode, answers, rewrite, request }, text);
  outcomes.set(key, outcome);
  return outcome;
}

/** Returns the outcome of one call. A person who is asked says no, so that a question differs from a call that ran. */
async function called({ rule, mode, answers, rewrite, request }: Required<Cell>, text: string): Promise<Outcome> {
  let asked = false;
  const { tool, calls } = recorder({ name: 'Note' });
  const changed = REWRITES[rewrite];
  const updatedInput = changed === undefined ? {} : { updatedInput: { text: changed } };
  const pre = {
    none: () => ({ hookSpecificOutput: updatedInput }),
    allow: () => answer('allow', updatedInput),
    ask: () => answer('ask', updatedInput),
    defer: () => answer('defer', updatedInput),
    deny: () => answer('deny', updatedInput),
    crash: thrower(new Error('broken')),
    timeout: never as never,
  }[answers];
  const hooks: HookSet = {
    PreToolUse: pre,
    ...(request === 'none' ? {} : { PermissionRequest: () => requestAnswer(request) }),
  };
  const world = makeWorld({
    tools: [tool],
    hooks,
    layers: { mode },
    env: {
      asker: () => () => {
        asked = true;
        return { behavior: 'deny', message: 'no' };
      },
    },
  });
  const rules = makeWorld({ ...(rule === 'none' ? {} : { [rule]: ['Note'] }) }).layers.rules;
  const secret = makeWorld({ deny: ['Note(text:secret)'] }).layers.rules;
  const env = { ...world.env, permissions: () => ({ ...world.layers, rules: [...secret, ...rules] }) };
  const settled = makeWorld({ tools: [tool], env }).call('Note', { text });
  await world.clock.advance(60_000);
  const { outcome } = await settled;
  return calls.length > 0 ? 'runs' : asked ? 'asks' : outcome === 'deferred' ? 'deferred' : 'denied';
}

function requestAnswer(request: 'allow' | 'deny' | 'crash') {
  if (request === 'crash') throw new Error('broken');
  return { hookSpecificOutput: { decision: { behavior: request } } };
}

/** The decision of the rules about the input that would run, without any hook. */
const rulesAlone = ({ rule, mode, rewrite }: Cell) =>
  outcomeOf({ rule, mode, answers: 'none', rewrite: 'none' }, REWRITES[rewrite] ?? 'mine');

describe('the precedence of hooks, every cell: rule × mode × answer × rewrite (CON-03, HOOK-10, HOOK-12, LAW-03)', () => {
  it(`has ${RULES.length} × ${MODES.length} × ${ANSWERS.length} × 4 cells, and none is weaker than the rules alone`, async () => {
    expect(cells).toHaveLength(560);
    const weaker: object[] = [];
    for (const cell of cells) {
      const [outcome, alone] = [await outcomeOf(cell), await rulesAlone(cell)];
      // A call that no rule decides is asked, or with dontAsk denied, by default. A hook may answer only that default with allow.
      const isDefault = cell.rule === 'none' && cell.rewrite !== 'denied' && cell.mode !== 'plan';
      // A deferred call does not run: hooks and rules decide the call when it comes again.
      if (outcome !== 'deferred' && STRICTNESS[outcome] < STRICTNESS[alone] && !(isDefault && cell.answers === 'allow'))
        weaker.push({ ...cell, outcome, alone });
    }
    expect(weaker).toEqual([]);
  });

  it('allow permits a call that no rule decides; no changed input runs that a rule denies', async () => {
    const cell = { rule: 'none', mode: 'default', answers: 'allow', rewrite: 'harmless' } as const;
    expect([await outcomeOf(cell), await outcomeOf({ ...cell, answers: 'none' })]).toEqual(['runs', 'asks']);
    for (const one of cells) if (one.rewrite === 'denied') expect([one, await outcomeOf(one)]).not.toEqual([one, 'runs']);
  });

  it('deny, a crash and a timeout of a guard deny in every cell', async () => {
    for (const cell of cells)
      if (['deny', 'crash', 'timeout'].includes(cell.answers)) expect([cell, await outcomeOf(cell)]).toEqual([cell, 'denied']);
  });

  it('ask asks, unless something denies', async () => {
    for (const cell of cells) {
      if (cell.answers !== 'ask') continue;
      const isDenied = cell.rule === 'deny' || cell.rewrite === 'denied' || cell.mode === 'plan' || cell.mode === 'dontAsk';
      expect([cell, await outcomeOf(cell)]).toEqual([cell, isDenied ? 'denied' : 'asks']);
    }
  });

  it('defer defers every call that would run or be asked, also where asking is a denial, and asks nobody', async () => {
    for (const cell of cells) {
      if (cell.answers !== 'defer') continue;
      const isDenied = cell.rule === 'deny' || cell.rewrite === 'denied' || cell.mode === 'plan';
      expect([cell, await outcomeOf(cell)]).toEqual([cell, isDenied ? 'denied' : 'deferred']);
    }
  });

  it('an answer to PermissionRequest is not weaker than the rules either (HOOK-28)', async () => {
    for (const request of REQUESTS) {
      for (const cell of cells) {
        if (cell.rewrite !== 'none' || cell.answers === 'timeout') continue;
        const [outcome, without] = [await outcomeOf({ ...cell, request }), await outcomeOf(cell)];
        const mayAllow = request === 'allow' && cell.rule === 'none' && cell.answers !== 'ask' && cell.answers !== 'defer';
        if (!mayAllow) expect([cell, request, STRICTNESS[outcome] >= STRICTNESS[without]]).toEqual([cell, request, true]);
      }
    }
  });
});
