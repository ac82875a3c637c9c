import { checkRun } from './check-run.js';
import type { RecordedCall, RecordedRun } from './recorded-run.js';
import type { RunExpectations, RunFailure } from './run-expectations.js';

/** A call that ran, with its id from the name. */
export const call = (tool: string, input: unknown = {}, more: Partial<RecordedCall> = {}): RecordedCall => ({
  id: `${tool}_1`,
  tool,
  input,
  agent: 'main',
  state: 'done',
  by: { kind: 'mode' },
  result: '',
  ...more,
});

/** A call that a deny rule denied. */
export const denied = (tool: string, input: unknown, rule: string): RecordedCall =>
  call(tool, input, {
    state: 'denied',
    by: { kind: 'rule', rule, path: 'permissions.deny.0', place: '/w/agent.config.yaml:14:7' },
    reason: `${tool} is denied by the rule ${rule} (agent.config.yaml:14:7).`,
  });

const runOf = (more: Partial<RecordedRun> = {}): RecordedRun => ({
  outcome: 'done',
  text: 'Done.',
  usage: { turns: 2, toolCalls: more.calls?.length ?? 0, inputTokens: 20, outputTokens: 10, usd: null },
  calls: [],
  events: [],
  ...more,
});

/** Compares with rules that mean the start of a command, as `Bash(git push*)` does. */
export const check = (more: Partial<RecordedRun>, expected: RunExpectations): Promise<readonly RunFailure[]> =>
  checkRun(runOf(more), expected, { matchesRule });

function matchesRule({ tool, input }: RecordedCall, rule: string): boolean {
  const [, name, start] = /^(\w+)(?:\((.*?)\*?\))?$/.exec(rule) ?? [];
  return tool === name && (start === undefined || String((input as { command?: string }).command).startsWith(start));
}

/** The failures as a reader sees them. */
export const told = (failures: readonly RunFailure[]): string =>
  failures
    .map(({ path, message, detail = [] }) => [`${path.join('.')}: ${message}`, ...detail.map((line) => `  ${line}`)].join('\n'))
    .join('\n');
