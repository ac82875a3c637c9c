import { describe, expect, it } from 'vitest';
import { loadScript } from './load-script.js';

type Files = readonly (readonly [string, string])[];
const { idleProblems } = (await loadScript('check-idle.mjs')) as { idleProblems: (files: Files) => readonly string[] };

const EVENTS = 'packages/core/src/contract/hook/events.ts';
const PLAN = 'packages/core/src/contract/plan/plan.ts';
const SCHEMA = 'packages/config/src/schema/parts.ts';
const FLAGS = 'packages/cli/src/arguments/shared-flags.ts';
const SHARED = 'packages/core/src/commands/shared-flags.ts';
const READER = 'packages/cli/src/commands/run.ts';

const COMMAND = 'packages/budgets/src/command/cost.ts';

const event = "export const HOOK_EVENTS = {\n  Planted: event<{}, 'block'>('Says it.', {}),\n};\n";
const key = 'export interface Plan {\n  readonly planted?: string | undefined;\n}\n';
const row = 'const limits = z.strictObject({\n  planted: free(BOUND, z.number()),\n});\n';
const flag = "export const flags = [\n  { name: 'planted-flag', value: 'N', help: 'Helps.' },\n];\n";

describe('what is declared and never used', () => {
  it.each<[string, string, string, string]>([
    ['an event', EVENTS, event, `${EVENTS}:2: nothing fires the event Planted`],
    ['a key of the plan', PLAN, key, `${PLAN}:2: nothing reads the key planted of the plan`],
    ['a key of the configuration', SCHEMA, row, `${SCHEMA}:2: nothing reads the key planted of the configuration`],
    ['a flag', FLAGS, flag, `${FLAGS}:2: no command reads the flag --planted-flag`],
    ['a flag that commands share', SHARED, flag, `${SHARED}:2: no command reads the flag --planted-flag`],
    ['a flag beside its command', COMMAND, flag, `${COMMAND}:2: no command reads the flag --planted-flag`],
  ])('is found: %s', (_, file, text, problem) => {
    expect(idleProblems([[file, text]])).toEqual([problem]);
  });

  it.each<[string, string, string, string]>([
    ['an event that a test fires', EVENTS, event, "await runHooks('Planted', {}, calls);"],
    ['a key that only a test reads', PLAN, key, 'plan.planted'],
    ['a flag that another package reads', COMMAND, flag, "flags['planted-flag']"],
    ['a flag that only a test gives', FLAGS, flag, "flags['planted-flag']"],
  ])('is found: %s', (_, file, text, use) => {
    expect(
      idleProblems([
        [file, text],
        [file === COMMAND ? READER : READER.replace('.ts', '.test.ts'), use],
      ]),
    ).toHaveLength(1);
  });

  it.each<[string, string, string, string]>([
    ['an event that is fired', EVENTS, event, "await runHooks('Planted', {}, calls);"],
    ['an event that a tool fires', EVENTS, event, "hooks?.fire('Planted', {});"],
    ['a key that is read', PLAN, key, 'use(plan.planted);'],
    ['a key that is taken apart', SCHEMA, row, 'const { a, planted = 1 } = limits;'],
    ['a flag that is read', FLAGS, flag, "const { 'planted-flag': wanted } = flags;"],
  ])('is not %s', (_, file, text, use) => {
    expect(
      idleProblems([
        [file, text],
        [READER, use],
      ]),
    ).toEqual([]);
  });
});
