import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, collect, held, place, resultOf } from '../query/query.test-kit.js';
import type { AgentDefinition } from '../types/agents.js';
import { agentPlanOf } from './agents.js';

const start = (type: string) => ({
  tools: [
    {
      name: 'Agent',
      id: 'toolu_a',
      input: { subagent_type: type, description: 'Work', prompt: 'Do it.', run_in_background: false },
    },
  ],
});
const helper = (more: Partial<AgentDefinition>) => ({
  agents: { helper: { description: 'Helps', prompt: 'You help.', ...more } },
});

describe('an agent that a program defines', () => {
  it.each([
    ['has the texts of CLAUDE.md', {}, true],
    ['goes without them with omitClaudeMd', { omitClaudeMd: true }, false],
  ])('%s before its prompt', async (_, more, isTold) => {
    const at = await place([start('helper'), { text: 'Helped.' }, { text: 'Done.' }]);
    writeFileSync(join(at.cwd, 'CLAUDE.md'), 'Use tabs.');
    const reminder = { criticalSystemReminder_EXPERIMENTAL: 'Never guess.' };
    await collect(ask(at, 'Go', { settingSources: ['project'], ...helper({ ...reminder, ...more }) }));
    const system = JSON.stringify(at.api.requests[1]?.body.system);
    expect(system).toContain('You help.\\n\\nNever guess.');
    expect(system.includes('Use tabs.')).toBe(isTold);
  });

  it('reads its memory, and writes there if somebody allows it', async () => {
    const input = { file_path: '.claude/agent-memory-local/helper/more.md', content: 'Known.' };
    const write = { tools: [{ name: 'Write', id: 'toolu_1', input }] };
    const at = await place([start('helper'), write, { text: 'Helped.' }, { text: 'Done.' }]);
    const memory = join(at.cwd, '.claude/agent-memory-local/helper');
    mkdirSync(memory, { recursive: true });
    writeFileSync(join(memory, 'MEMORY.md'), 'The tests need Node 20.');
    await collect(ask(at, 'Go', { ...helper({ memory: 'local' }), canUseTool: async () => ({ behavior: 'allow' }) }));
    expect(JSON.stringify(at.api.requests[1]?.body.system)).toMatch(/Your memory is the folder .*The tests need Node 20\./);
    expect(readFileSync(join(memory, 'more.md'), 'utf8')).toBe('Known.');
  });

  it.each([
    [50_000, 'claude-sonnet-4-5', 0.25],
    [50_000, 'claude-sonnet-4-5[1m]', 0.05],
    [500_000, undefined, 0.5],
    [500_000, 'claude-sonnet-4-5', 0.8],
  ])(
    'makes its conversation shorter at autoCompactWindow %d of %s, where that is sooner (COMPACT-01)',
    (autoCompactWindow, model, at) => {
      const definition = { description: 'Helps', prompt: 'You help.', autoCompactWindow, model };
      const ground = { modelNamed: (name: string) => name, shared: undefined, cwd: '/', env: {} };
      expect(agentPlanOf('helper', definition, ground).compaction).toEqual({ at });
    },
  );
});

describe('options of a query', () => {
  it('taskBudget and thinking.display reach the API', async () => {
    const at = await place([{ text: 'One.' }, { text: 'Two.' }]);
    const { query, turn, end } = held(at, {
      model: 'claude-opus-5-5',
      taskBudget: { total: 50_000 },
      thinking: { type: 'adaptive', display: 'summarized' },
      effort: 'low',
    });
    await turn('Go');
    const [request] = at.api.requests;
    expect(request?.body).toMatchObject({
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'low', task_budget: { type: 'tokens', total: 50_000 } },
    });
    expect(request?.headers['anthropic-beta']).toContain('task-budgets-2026-03-13');
    await query.setMaxThinkingTokens(2000, 'omitted');
    await turn('Go on');
    expect(at.api.requests[1]?.body.thinking).toEqual({ type: 'enabled', budget_tokens: 2000, display: 'omitted' });
    await end();
  });

  it('planModeInstructions are read with each prompt while the mode is plan', async () => {
    const at = await place([{ text: 'One.' }, { text: 'Two.' }]);
    const { query, turn, end } = held(at, { permissionMode: 'plan', planModeInstructions: 'Plan in three steps.' });
    await turn('Go');
    await query.setPermissionMode('default');
    await turn('Go on');
    const said = at.api.requests.map(({ body }) => JSON.stringify(body.messages.at(-1)).includes('Plan in three steps.'));
    expect(said).toEqual([true, false]);
    await end();
  });

  it('permissionPrompts none denies without asking the program', async () => {
    const at = await place([
      { tools: [{ name: 'Write', id: 'toolu_1', input: { file_path: 'a', content: 'x' } }] },
      { text: 'Done.' },
    ]);
    let asked = 0;
    const canUseTool = async () => {
      asked += 1;
      return { behavior: 'allow' as const };
    };
    const messages = await collect(ask(at, 'Go', { canUseTool, permissionPrompts: 'none' }));
    expect(resultOf(messages)?.permission_denials).toHaveLength(1);
    expect(asked).toBe(0);
  });

  it('a custom systemPrompt contains nothing of the preset', async () => {
    const at = await place([{ text: 'One.' }]);
    await collect(ask(at, 'Go', { systemPrompt: { type: 'custom', prompt: ['You are short.', 'And kind.'] } }));
    const system = JSON.stringify(at.api.requests[0]?.body.system);
    expect(system).toContain('You are short.\\n\\nAnd kind.');
    expect(system).not.toContain('You are an agent that works for a person');
  });

  it('debugFile receives each message as a line, and debug writes them to stderr', async () => {
    const at = await place([{ text: 'One.' }, { text: 'Two.' }]);
    const lines = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).type);
    await collect(ask(at, 'Go', { debugFile: 'logs/debug.jsonl' }));
    expect(lines(readFileSync(join(at.cwd, 'logs/debug.jsonl'), 'utf8'))).toEqual(
      expect.arrayContaining(['system', 'assistant', 'result']),
    );
    let said = '';
    await collect(ask(at, 'Go', { debug: true, stderr: (text) => (said += text) }));
    expect(lines(said)).toEqual(expect.arrayContaining(['system', 'assistant', 'result']));
  });

  it('a debug log that cannot be written is reported once, and the query continues', async () => {
    const at = await place([{ text: 'One.' }]);
    writeFileSync(join(at.cwd, 'file'), '');
    const said: string[] = [];
    const messages = await collect(ask(at, 'Go', { debugFile: 'file/debug.jsonl', stderr: (text) => void said.push(text) }));
    expect(resultOf(messages)).toMatchObject({ result: 'One.' });
    expect(said).toEqual([expect.stringContaining('file/debug.jsonl cannot be written')]);
  });
});
