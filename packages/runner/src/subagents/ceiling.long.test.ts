import { type Access, defineTool, type PermissionMode } from '@loadout/core';
import {
  assembleToolPool,
  type DecidedCall,
  decide,
  type PermissionLayer,
  type PermissionLayers,
  type PermissionRule,
  parsePermissionRule,
} from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import type { Permissions } from '../permissions/permissions.js';
import { SubagentPermissions } from './subagent-permissions.js';

const MODES: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'];
const BEHAVIORS = ['allow', 'ask', 'deny'] as const;
const LAYERS = ['managed', 'user', 'project', 'plugin', 'agent', 'flag', 'session'] as const;
/** Layers whose ask rules a configuration may override. */
const ANSWERABLE: readonly PermissionLayer[] = ['project', 'agent'];
const OWN = ['none', ...BEHAVIORS] as const;
const CALLS = {
  'writes a file': { tool: 'Note', access: { kind: 'write', path: '/repo/docs/a.txt' }, exact: 'Note(docs/a.txt)' },
  'reads outside': { tool: 'Look', access: { kind: 'read', path: '/elsewhere/a.txt' }, exact: 'Look(//elsewhere/a.txt)' },
  'runs a command': { tool: 'Note', access: { kind: 'run', text: 'npm test', words: ['npm', 'test'] }, exact: 'Note(npm test)' },
} satisfies Record<string, { tool: string; access: Access; exact: string }>;
const GRANTS = ['none', 'exact', 'broader', 'of something else'] as const;

type Outcome = 'runs' | 'asks' | 'denied';
const STRICTNESS: Readonly<Record<Outcome, number>> = { runs: 0, asks: 1, denied: 2 };

interface Cell {
  readonly call: keyof typeof CALLS;
  readonly mode: PermissionMode;
  readonly rule: 'none' | { readonly behavior: (typeof BEHAVIORS)[number]; readonly layer: PermissionLayer };
  readonly childMode: PermissionMode | undefined;
  readonly own: (typeof OWN)[number];
  readonly grant: (typeof GRANTS)[number];
}

const rules: readonly Cell['rule'][] = ['none', ...LAYERS.flatMap((layer) => BEHAVIORS.map((behavior) => ({ behavior, layer })))];
const cells: readonly Cell[] = (Object.keys(CALLS) as (keyof typeof CALLS)[]).flatMap((call) =>
  MODES.flatMap((mode) =>
    rules.flatMap((rule) =>
      [undefined, ...MODES].flatMap((childMode) =>
        OWN.flatMap((own) => GRANTS.map((grant) => ({ call, mode, rule, childMode, own, grant }))),
      ),
    ),
  ),
);

const write = (behavior: PermissionRule['behavior'], text: string, layer: PermissionLayer) =>
  parsePermissionRule(text, { behavior, layer });

const pool = assembleToolPool({
  baseTools: [
    defineTool({ name: 'Note', description: 'Writes.', call: () => '' }),
    defineTool({ name: 'Look', description: 'Reads.', annotations: { readOnlyHint: true }, call: () => '' }),
  ],
});

function decided({ call }: Cell): DecidedCall {
  const { tool, access } = CALLS[call];
  const found = pool.get(tool);
  if (found === undefined) throw new Error(`no tool ${tool}`);
  return { tool: found, input: {}, readOnly: tool === 'Look', openWorld: false, accesses: [access] };
}

function grantsOf({ call, grant }: Cell): readonly PermissionRule[] {
  const { tool, exact } = CALLS[call];
  const text = { none: undefined, exact, broader: tool, 'of something else': 'Edit' }[grant];
  return text === undefined ? [] : [write('allow', text, 'agent')];
}

/** The permissions of the parent, with somebody there to ask. */
function parentOf(cell: Cell, changes: Partial<PermissionLayers> = {}): Permissions {
  const { tool } = CALLS[cell.call];
  const layers: PermissionLayers = {
    mode: cell.mode,
    rules: cell.rule === 'none' ? [] : [write(cell.rule.behavior, tool, cell.rule.layer)],
    roots: ['/repo'],
    workspace: '/repo',
    home: '/home/me',
    artifactDir: '/state',
    ...changes,
  };
  const asker = () => ({ behavior: 'deny' as const, message: 'no' });
  return { layers, asker, update: () => {}, addForRun: () => {}, endForRun: () => {} };
}

function childOf(cell: Cell, parent: Permissions): Permissions {
  const { tool } = CALLS[cell.call];
  const rules = cell.own === 'none' ? [] : [write(cell.own, tool, 'agent')];
  const self = { name: 'child', answerNow: false, cwd: undefined, artifactDir: '/state/child' };
  const wishes = { ...self, mode: cell.childMode, rules, grants: grantsOf(cell) };
  return new SubagentPermissions(parent, wishes);
}

function outcome(cell: Cell, permissions: Permissions): Outcome {
  const { behavior } = decide(decided(cell), permissions.layers);
  if (behavior === 'allow') return 'runs';
  return behavior === 'ask' && permissions.asker !== undefined ? 'asks' : 'denied';
}

/**
 * The parent's permissions with the grants as its own allow rules, in place of the ask rules that the configuration may override.
 */
function widened(cell: Cell): Permissions {
  const { rules } = parentOf(cell).layers;
  const covers = cell.grant === 'exact' || cell.grant === 'broader';
  const kept = rules.filter((rule) => !(covers && rule.behavior === 'ask' && ANSWERABLE.includes(rule.layer)));
  return parentOf(cell, { rules: [...kept, ...grantsOf(cell)] });
}

describe('the ceiling of a subagent, every cell (AGENT-07, PERM-15, TOOL-AGENT-05)', () => {
  const weakerThan = (limit: (cell: Cell) => Permissions, among: readonly Cell[]) =>
    among.filter((cell) => STRICTNESS[outcome(cell, childOf(cell, parentOf(cell)))] < STRICTNESS[outcome(cell, limit(cell))]);

  it('no child may do more than its parent without a matching grant', () => {
    const ungranted = cells.filter(({ grant }) => grant === 'none' || grant === 'of something else');
    expect([cells.length, ungranted.length]).toEqual([31_680, 15_840]);
    expect(weakerThan((cell) => parentOf(cell), ungranted)).toEqual([]);
  });

  it('a grant is an allow rule that overrides ask rules of the project and of agents, and nothing more', () => {
    expect(weakerThan(widened, cells)).toEqual([]);
  });

  it('no grant overrides a deny rule, an ask rule of anybody else, or the mode plan', () => {
    const held = cells.filter(({ rule, mode, call }) => {
      if (mode === 'plan' && call !== 'reads outside') return true;
      return rule !== 'none' && (rule.behavior === 'deny' || (rule.behavior === 'ask' && !ANSWERABLE.includes(rule.layer)));
    });
    expect(weakerThan((cell) => parentOf(cell), held)).toEqual([]);
  });

  it('a matching grant overrides such an ask rule, and allows a call that no rule decides', () => {
    for (const rule of ['none', { behavior: 'ask', layer: 'project' }, { behavior: 'ask', layer: 'agent' }] as const)
      for (const grant of ['exact', 'broader'] as const)
        for (const call of Object.keys(CALLS) as (keyof typeof CALLS)[]) {
          const cell: Cell = { call, mode: 'default', rule, childMode: undefined, own: 'none', grant };
          expect([cell, outcome(cell, parentOf(cell)), outcome(cell, childOf(cell, parentOf(cell)))]).toEqual([
            cell,
            'asks',
            'runs',
          ]);
        }
  });

  it('applies at the next depth too: no grandchild may do more than its parent', () => {
    const weaker: object[] = [];
    for (const cell of cells) {
      if (cell.own === 'allow' || cell.grant === 'broader' || cell.grant === 'of something else') continue;
      const child = childOf(cell, parentOf(cell));
      for (const childMode of [undefined, ...MODES]) {
        const grandchild = childOf({ ...cell, childMode, own: 'none', grant: 'none' }, child);
        if (STRICTNESS[outcome(cell, grandchild)] < STRICTNESS[outcome(cell, child)]) weaker.push({ ...cell, below: childMode });
      }
    }
    expect(weaker).toEqual([]);
  });

  it('follows permissions that the parent loses while both run', () => {
    const cell: Cell = {
      call: 'writes a file',
      mode: 'acceptEdits',
      rule: 'none',
      childMode: 'acceptEdits',
      own: 'none',
      grant: 'none',
    };
    const parent = { ...parentOf(cell) };
    const child = childOf(cell, parent);
    expect(outcome(cell, child)).toBe('runs');
    Object.assign(parent, parentOf({ ...cell, mode: 'plan' }));
    expect(outcome(cell, child)).toBe('denied');
  });
});
