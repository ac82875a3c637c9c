import { matchesCall } from '@loadout/explain';
import type { Agent } from '@loadout/runner';
import { errors } from '../errors.js';
import { missingCall } from './check-calls.js';
import { checkEnd } from './check-end.js';
import { checkChanged } from './check-files.js';
import { checkRun } from './check-run.js';
import { callText, isOfTool, mismatches, type Wanted, wantedText } from './expected-call.js';
import type { RecordedRun, RunEnd } from './recorded-run.js';
import type { ExpectedCall, RunExpectations, RunFailure } from './run-expectations.js';

/** The answer of a matcher, as Vitest and Jest take it. */
export interface Matched {
  readonly pass: boolean;
  message(): string;
}

/** Further expectations of a call. */
export type CalledWith = Pick<ExpectedCall, 'state' | 'by' | 'agent' | 'inputs' | 'result'>;

/** The part of an agent that knows what a rule matches. The agent must not be closed. */
export type RuleReader = Pick<Agent, 'spec'>;

/** The matchers as `expect(run)` offers them. */
export interface RunMatchers<R = unknown> {
  /** A call of this tool, or of tools of a pattern, ran. Keys of the input that are not named may have any value. */
  toHaveCalled(tool: string, input?: object, more?: CalledWith): R;
  /** A call of this tool was denied. `by` names the rule, `hook`, `person`, `mode` or `nobody`. */
  toHaveDenied(tool: string, input?: object, more?: Omit<CalledWith, 'state'>): R;
  /** The run ended like this. */
  toHaveEnded(outcome: RunEnd | readonly RunEnd[]): R;
  /** These files were changed, created or deleted, and no others. A pattern with `*` allows changes. */
  toHaveChanged(files: readonly string[]): R;
  /** All of these expectations hold, in the words of a test in YAML. To use rules, pass the agent, still open. Await the result. */
  toMeet(expected: RunExpectations, agent?: RuleReader): Promise<R>;
}

/** Matchers for Vitest and Jest: `expect.extend(runMatchers)`. Each takes a run from `recordRun`. */
export const runMatchers = {
  toHaveCalled: (run: RecordedRun, tool: string, input: object = {}, more: CalledWith = {}): Matched =>
    called(run, wantedOf(tool, input, more)),

  toHaveDenied: (run: RecordedRun, tool: string, input: object = {}, more: Omit<CalledWith, 'state'> = {}): Matched =>
    called(run, wantedOf(tool, input, { ...more, state: 'denied' })),

  toHaveEnded: (run: RecordedRun, outcome: RunEnd | readonly RunEnd[]): Matched =>
    matched(checkEnd(run, { outcome }), `The run ended with ${run.outcome}, expected another end`),

  toHaveChanged: (run: RecordedRun, files: readonly string[]): Matched =>
    matched(checkChanged(run, files), `The files that changed are those of ${JSON.stringify(files)}, expected others`),

  async toMeet(run: RecordedRun, expected: RunExpectations, agent?: RuleReader): Promise<Matched> {
    const matchesRule = async ({ tool, input }: RecordedRun['calls'][number], rule: string) => {
      if (agent !== undefined) return matchesCall(agent, { tool, input }, { rule, as: 'deny' });
      if (rule.includes('(')) throw errors.RULE_NEEDS_AGENT({ rule });
      return tool === rule;
    };
    return matched(await checkRun(run, expected, { matchesRule }), 'The run meets the expectations');
  },
};

function wantedOf(tool: string, input: object, { inputs = 'subset', ...spec }: CalledWith): Wanted {
  if (tool.includes('(')) throw errors.RULE_NEEDS_AGENT({ rule: tool });
  return { index: 0, tool, input, spec, inputs };
}

function called(run: RecordedRun, wanted: Wanted): Matched {
  const at = run.calls.findIndex((call) => isOfTool(call, wanted) && mismatches(call, wanted).length === 0);
  const call = run.calls[at];
  if (call === undefined) return matched([missingCall(wanted, run.calls)], '');
  return matched([], `${callText(call)} is call ${at + 1}, expected no call like ${wantedText(wanted)}`);
}

const matched = (failures: readonly RunFailure[], otherwise: string): Matched => ({
  pass: failures.length === 0,
  message: () => (failures.length === 0 ? otherwise : failures.map(failureText).join('\n\n')),
});

function failureText({ path, message, detail = [] }: RunFailure): string {
  const place = path.length === 0 ? '' : `${path.join('.')}: `;
  return [`${place}${message}`, ...detail.map((line) => `  ${line}`)].join('\n');
}
