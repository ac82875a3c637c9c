import { beforeAll, describe, expect, it } from 'vitest';
import { agentCalls, scheduleCalls } from './all-tools/agent-calls.js';
import { type Conversation, converse } from './all-tools/conversation.js';
import { HIDDEN, NAMES } from './all-tools/names.js';
import { mcpCalls, sessionCalls, taskCalls } from './all-tools/session-calls.js';
import { gitCalls, workCalls } from './all-tools/work-calls.js';

const calls = [...workCalls, ...taskCalls, ...agentCalls, ...scheduleCalls, ...mcpCalls, ...gitCalls, ...sessionCalls];
const canonical = Object.keys(NAMES);
const aliases = Object.values(NAMES).flatMap((one) => one.aliases ?? []);
const rowOf = (name: string) =>
  Object.entries(NAMES).find(([own, { aliases: others = [] }]) => own === name || others.includes(name))?.[1].row ?? 'ALIAS-18';

let told: Conversation;
beforeAll(async () => {
  told = await converse(calls);
});

describe('an agent with every tool there is', () => {
  it('is sent each under its canonical name, once, and no alias (ALIAS-00)', () => {
    const last = told.requests.at(-1)?.body.tools ?? [];
    const sent = last.map((tool) => String(tool.name)).filter((name) => !name.startsWith('mcp__'));
    expect(sent).toEqual(expect.arrayContaining(canonical));
    expect(new Set(sent).size).toBe(sent.length);
    for (const request of told.requests) {
      const names = (request.body.tools ?? []).map((tool) => tool.name);
      expect(new Set(names).size).toBe(names.length);
      expect(names.filter((name) => [...aliases, HIDDEN].includes(String(name)))).toEqual([]);
    }
  });

  it('calls each by each of its names, and every request of it is valid (ALIAS-00)', () => {
    expect(new Set(calls.map((call) => call.name))).toEqual(new Set([...canonical, ...aliases, HIDDEN]));
    expect(told.end).toEqual({ outcome: 'success', error: undefined });
    expect(told.outcomes).toHaveLength(calls.length);
    expect(told.invalid).toEqual([]);
  });

  it.each(calls.map((call, index) => [call.name, rowOf(call.name), index] as const))(
    '%s does the real thing (%s)',
    (_, __, index) => {
      const outcome = told.outcomes[index];
      expect(outcome?.isError, outcome?.content).toBe(false);
      if (outcome?.failure !== undefined) throw outcome.failure;
    },
  );
});
