import { expect, it } from 'vitest';
import { ask, collect, place } from '../query/query.test-kit.js';
import type { CanUseToolContext } from '../types/permissions.js';

const question = {
  question: 'Which colour?',
  header: 'Colour',
  options: ['Red', 'Blue'].map((label) => ({ label, description: label })),
  multiSelect: false,
};
const done = { text: 'Done.' };

it('a person who declines to answer a question is heard (GAP-C2)', async () => {
  const at = await place([{ tools: [{ name: 'AskUserQuestion', input: { questions: [question] }, id: 'toolu_q' }] }, done]);
  const canUseTool = async () => ({ behavior: 'deny' as const, message: 'Neither: make it green.' });
  await collect(ask(at, 'Go', { canUseTool }));
  expect(JSON.stringify(at.api.requests[1]?.body.messages)).toContain('declined to answer and says: Neither: make it green.');
});

it('the reason of a question that a hook asks is the words of the hook (GAP-D5)', async () => {
  const at = await place([{ tools: [{ name: 'Bash', input: { command: 'date' }, id: 'toolu_b' }] }, done]);
  const asked: CanUseToolContext[] = [];
  const decision = { permissionDecision: 'ask' as const, permissionDecisionReason: 'It is late.' };
  await collect(
    ask(at, 'Go', {
      canUseTool: async (_, updatedInput, context) => {
        asked.push(context);
        return { behavior: 'allow', updatedInput };
      },
      hooks: { PreToolUse: [{ hooks: [async () => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } })] }] },
    }),
  );
  expect(asked).toMatchObject([{ decisionReason: 'It is late.', decisionReasonType: 'hook' }]);
});

it.each(['nohup', 'time', 'nice', 'timeout 5', 'env', 'command', 'stdbuf -o0'])(
  'a command behind %s that is allowed always is not asked about again (GAP-D10)',
  async (wrapper) => {
    const run = (id: string) => ({ tools: [{ name: 'Bash', input: { command: `${wrapper} ./run.sh` }, id }] });
    const at = await place([run('toolu_1'), run('toolu_2'), done]);
    let asked = 0;
    await collect(
      ask(at, 'Go', {
        canUseTool: async (_, updatedInput, { suggestions }) => {
          asked += 1;
          return { behavior: 'allow', updatedInput, ...(suggestions === undefined ? {} : { updatedPermissions: suggestions }) };
        },
      }),
    );
    expect(asked).toBe(1);
  },
);

it.each([
  ['touch made', [], undefined],
  ['touch made', ['Bash(touch made)'], true],
])(
  'a question about %s with the ask rules %j says whether a permanent permission would help (GAP-D11)',
  async (command, rules, isSuppressed) => {
    const at = await place([{ tools: [{ name: 'Bash', input: { command }, id: 'toolu_b' }] }, done]);
    const asked: CanUseToolContext[] = [];
    await collect(
      ask(at, 'Go', {
        settings: { permissions: { ask: rules } },
        canUseTool: async (_, updatedInput, context) => {
          asked.push(context);
          return { behavior: 'allow', updatedInput };
        },
      }),
    );
    expect(asked.map(({ suppressAlwaysAllowRule }) => suppressAlwaysAllowRule)).toEqual([isSuppressed]);
  },
);
