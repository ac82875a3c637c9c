import { matchesWildcard } from '@loadout/core/run';
import { differences } from './match-value.js';
import { textProblem } from './match-text.js';
import type { Decider, RecordedCall } from './recorded-run.js';
import type { ExpectedCall, InputMode } from './run-expectations.js';
import { shown, visible } from './shown-value.js';

/** The keys of an expected call beside its tool. */
export const OF_A_CALL = new Set(['state', 'by', 'agent', 'inputs', 'result']);

/** Whether a call matches a permission rule, such as `Bash(git push*)`. */
export type MatchesRule = (call: RecordedCall, rule: string) => Promise<boolean> | boolean;

/** One expected call, ready to be compared. */
export interface Wanted {
  /** The index in the list. */
  readonly index: number;
  /** The name or pattern of the tool, or a rule. */
  readonly tool: string;
  readonly input: unknown;
  readonly spec: Omit<ExpectedCall, string> & {
    readonly state?: ExpectedCall['state'];
    readonly by?: string | undefined;
    readonly agent?: string | undefined;
    readonly result?: ExpectedCall['result'];
  };
  readonly inputs: InputMode;
  /** The calls that a rule matches. Absent: `tool` is not a rule. */
  readonly ruled?: ReadonlySet<RecordedCall> | undefined;
}

/** One respect in which a call is not the expected one. */
export interface Mismatch {
  /** The path below the item of the list. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/** Reads one item of a list of expected calls. An item with parentheses is a rule. */
export async function wantedCall(
  item: string | ExpectedCall,
  context: {
    readonly index: number;
    readonly inputs: InputMode;
    readonly calls: readonly RecordedCall[];
    readonly matchesRule: MatchesRule;
  },
): Promise<Wanted> {
  const spec = typeof item === 'string' ? {} : item;
  const tool = typeof item === 'string' ? item : (Object.keys(item).find((key) => !OF_A_CALL.has(key)) ?? '*');
  const ruled = tool.includes('(') ? await callsOfRule(tool, context) : undefined;
  const input = typeof item === 'string' ? {} : (item[tool] ?? {});
  return { index: context.index, tool, input, spec, inputs: spec.inputs ?? context.inputs, ruled };
}

export async function callsOfRule(
  rule: string,
  { calls, matchesRule }: { readonly calls: readonly RecordedCall[]; readonly matchesRule: MatchesRule },
): Promise<ReadonlySet<RecordedCall>> {
  const found = new Set<RecordedCall>();
  for (const call of calls) if (await matchesRule(call, rule)) found.add(call);
  return found;
}

/** Whether the call is of the expected tool; everything else may differ. */
export function isOfTool(call: RecordedCall, { tool, ruled }: Wanted): boolean {
  return ruled === undefined ? matchesWildcard(tool, call.tool) : ruled.has(call);
}

/** Returns all respects in which a call of the expected tool differs. Empty: the call is the expected one. */
export function mismatches(call: RecordedCall, wanted: Wanted): readonly Mismatch[] {
  const { tool, input, inputs, spec } = wanted;
  const ofInput = inputs === 'ignore' ? [] : differences(call.input ?? {}, input, inputs);
  return [
    ...ofInput.map((one) => ({ ...one, path: [tool, ...one.path] })),
    ...stateMismatch(call, spec),
    ...byMismatch(call, spec.by),
    ...agentMismatch(call, spec.agent),
    ...resultMismatch(call, spec.result),
  ];
}

/** Without a state, an expected call must have run to its end. Where `by` says who decided, any state does. */
function stateMismatch(call: RecordedCall, { state, by }: Wanted['spec']): readonly Mismatch[] {
  const states = state === undefined ? (by === undefined ? ['done'] : undefined) : typeof state === 'string' ? [state] : state;
  if (states === undefined || states.includes(call.state)) return [];
  const expected = states.join(' or ');
  const actual = call.state === 'none' ? 'without an end' : call.state;
  return [{ path: state === undefined ? [] : ['state'], message: `is ${actual}, expected ${expected}`, expected, actual }];
}

function byMismatch({ by }: RecordedCall, expected: string | undefined): readonly Mismatch[] {
  if (expected === undefined || isBy(by, expected)) return [];
  const actual = deciderText(by);
  return [{ path: ['by'], message: `was decided by ${actual}, expected ${expected}`, expected, actual }];
}

/** Whether the decider is the one that is written: a path, a rule, a kind, or `hook:name`. */
function isBy(by: Decider | undefined, expected: string): boolean {
  if (by === undefined) return false;
  if (by.kind === expected || by.rule === expected) return true;
  if (by.hook !== undefined && expected === `hook:${by.hook}`) return true;
  return by.path !== undefined && plainPath(by.path) === plainPath(expected);
}

/** `permissions.deny[0]` is `permissions.deny.0`. */
export const plainPath = (path: string) => path.replace(/\[(\d+)\]/g, '.$1');

function deciderText(by: Decider | undefined): string {
  if (by === undefined) return 'nothing, since it ended before a decision';
  if (by.kind === 'hook') return by.hook === undefined ? 'a hook' : `the hook ${by.hook}`;
  if (by.kind !== 'rule') return by.kind === 'mode' ? 'the permission mode' : by.kind;
  const at = [by.path, by.place].filter((one) => one !== undefined).join(', ');
  return `the rule ${by.rule ?? '?'}${at === '' ? '' : ` (${at})`}`;
}

function agentMismatch({ agent }: RecordedCall, expected: string | undefined): readonly Mismatch[] {
  if (expected === undefined || agent === expected || agent.split('/').at(-1) === expected) return [];
  return [{ path: ['agent'], message: `was made by ${agent}, expected ${expected}`, expected, actual: agent }];
}

function resultMismatch({ result }: RecordedCall, expected: ExpectedCall['result']): readonly Mismatch[] {
  const problem = expected === undefined ? undefined : textProblem(result, expected);
  if (problem === undefined) return [];
  const { path, seen, wanted } = problem;
  return [{ path: ['result', ...path], message: `has the result ${seen}, expected ${wanted}`, expected: wanted, actual: seen }];
}

/** A call on one line, with its state unless it is done. */
export function callText({ tool, input, state }: Pick<RecordedCall, 'tool' | 'input' | 'state'>, limit = 160, leaf = 60): string {
  const isEmpty = typeof input === 'object' && input !== null && Object.keys(input).length === 0;
  const text = isEmpty || input === undefined ? tool : `${tool} ${shown(input, limit, leaf)}`;
  return state === 'done' ? text : `${text} (${state})`;
}

export function wantedText({ tool, input, spec }: Wanted, limit = 160, leaf = 60): string {
  const { state, by, agent, result } = spec;
  const isEmpty = typeof input === 'object' && input !== null && Object.keys(input).length === 0;
  const more = { state, by, agent, result };
  const named = Object.entries(more).flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${shown(value, 60)}`]));
  return [isEmpty ? tool : `${tool} ${shown(input, limit, leaf)}`, ...named].join(', ');
}

const MOST = 3;

/** The first calls that were denied or refused, or that failed, each with its reason. */
export function callsNotRun(calls: readonly RecordedCall[]): readonly string[] {
  const found = calls.filter(
    ({ state }) => state === 'denied' || state === 'deferred' || state === 'refused' || state === 'failed',
  );
  const more = found.length > MOST ? [`… and ${found.length - MOST} more calls that did not run`] : [];
  return [...found.slice(0, MOST).map((call) => `${callText(call)}: ${visible(call.reason ?? call.result, 400)}`), ...more];
}
