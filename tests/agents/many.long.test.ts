import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { replaySession } from '@loadout/sessions';
import { validateMessages } from '@loadout/testing';
import { expect, it } from 'vitest';
import { root } from '../lib/loadout.js';
import { agent, cast, reader, resultsIn, runAgent, start, team } from './agents.test-kit.js';

const AGENTS = 100;
const AT_ONCE = 10;

it('a hundred agents of one message run ten at a time, every one ends, and what is kept of them is bounded (AGENT-05, STATE-03)', async () => {
  const warnings: string[] = [];
  const warn = (warning: Error) => void warnings.push(warning.message);
  process.on('warning', warn);
  let [open, most] = [0, 0];
  const large = 'x'.repeat(20_000);
  const work = reader('Work', async () => {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
    return large;
  });
  const scripted = cast({
    lead: (_, turn) =>
      turn === 0
        ? { calls: Array.from({ length: AGENTS }, (_, n) => start({ subagent_type: 'helper', prompt: `Task ${n}.` })) }
        : { text: 'done' },
    helper: (request) =>
      request.messages.length === 1
        ? { text: 'on it', calls: [{ name: 'Work' }] }
        : { text: `did ${JSON.stringify(request.messages[0]?.content).match(/\d+/)?.[0]}` },
  });
  const { result, events, run } = await runAgent({
    ...team({}, { others: [agent('helper')] }),
    model: scripted,
    customTools: [work],
  });
  process.off('warning', warn);
  expect(result).toMatchObject({ outcome: 'success', toolCalls: 2 * AGENTS, turns: 2 });
  expect([most <= AT_ONCE, open, warnings]).toEqual([true, 0, []]);
  const inner = events.filter((event) => event.type === 'subagent');
  expect(inner.filter(({ event }) => event.type === 'result')).toHaveLength(AGENTS);
  // Sixteen events for each agent: the events tell what the agent did, not its state at each moment.
  expect(inner.length).toBeLessThanOrEqual(16 * AGENTS);
  expect(run.inspect()).toMatchObject({ subagents: [], backgroundTasks: [], services: [] });
  const { messages } = replaySession(run.transcript);
  expect(validateMessages(messages)).toEqual([]);
  expect(JSON.stringify(messages).length).toBeLessThan(AGENTS * 1_000);
  expect(resultsIn(messages).map(({ text }) => text.split('\n')[0])).toEqual(
    Array.from({ length: AGENTS }, (_, n) => `did ${n}`),
  );
});

it('a hundred agents that have ended hold hardly more memory than ten (AGENT-05)', async () => {
  const script = fileURLToPath(new URL('./many-growth.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script], { cwd: root });
  const { many, grownMb } = JSON.parse(stdout) as { many: { toolCalls: number; outcome: string }; grownMb: number };
  expect(many).toMatchObject({ outcome: 'success', toolCalls: 2 * AGENTS });
  // Each of the ninety additional agents read 0.2 MB, and the first of them ended long before the last.
  expect(grownMb).toBeLessThan(5);
});
