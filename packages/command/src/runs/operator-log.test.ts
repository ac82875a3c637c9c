import type { PermissionRule, SettledCall } from '@loadout/core/run';
import { expect, it } from 'vitest';
import { openLog } from './operator-log.js';

const RUN = { id: 'r1', session: 's1', agent: 'helper' };
const RULE: PermissionRule = {
  behavior: 'deny',
  tool: 'Bash',
  specifier: 'rm:*',
  layer: 'project',
  position: { file: 'agent.config.yaml', line: 3, column: 9 },
};

const resultOf = (content: string): SettledCall['result'] => ({ toolUseId: 'c1', content, typedContent: [], isError: true });

function lineOf(call: Partial<SettledCall>): Record<string, unknown> {
  const lines: string[] = [];
  const log = openLog('-', { cwd: '/', tell: (text) => void lines.push(text), redact: undefined });
  const settled = { id: 'c1', name: 'Bash', durationMs: 1.4, result: resultOf('Bash is denied.'), ...call } as SettledCall;
  log.event(RUN, { type: 'tool_result', id: 'c1', name: 'Bash', call: settled });
  log.close();
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '');
}

it('the line of a denied call has the reason, the rule and its place', () => {
  const line = lineOf({ outcome: 'denied', rule: RULE, code: 'PERMISSION_DENIED' });
  expect(line).toMatchObject({ level: 'warn', event: 'call', tool: 'Bash', outcome: 'denied', reason: 'Bash is denied.' });
  expect(line).toMatchObject({ rule: 'Bash(rm:*)', place: 'agent.config.yaml:3:9', code: 'PERMISSION_DENIED' });
});

it('the line of a call that a person denied says so, and names no rule that there is not', () => {
  const line = lineOf({ outcome: 'denied', deniedBy: 'person' });
  expect(line).toMatchObject({ denied_by: 'person' });
  expect(line).not.toHaveProperty('rule');
});

it('the line of a call that ran has neither its input nor its result', () => {
  const line = lineOf({ outcome: 'done', input: { command: 'cat notes' }, result: resultOf('private') });
  expect(line).toMatchObject({ level: 'info', ms: 1, run: 'r1', session: 's1', agent: 'helper' });
  expect(JSON.stringify(line)).not.toMatch(/notes|private/);
});
