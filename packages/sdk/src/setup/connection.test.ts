import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ask, collect, held, place } from '../query/query.test-kit.js';

it('a gateway gets the id of the session with each request, and that of the next session after /clear (GAP-D11)', async () => {
  const at = await place([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
  const { turn, end } = held(at);
  const sessions = [await turn('First'), await turn('Second')].map((messages) => messages.at(-1)?.session_id);
  await turn('/clear');
  sessions.push((await turn('Third')).at(-1)?.session_id);
  await end();
  expect(at.api.requests.map(({ headers }) => headers['x-claude-code-session-id'])).toEqual(sessions);
  expect(new Set(sessions).size).toBe(2);
});

it('a model with the long window is asked for with its beta, and its window is told (GAP-C3)', async () => {
  const at = await place([{ text: 'One.' }, { text: 'Two.' }]);
  const { query, turn, end } = held(at, { model: 'claude-sonnet-4-5[1m]' });
  const windows = (messages: Awaited<ReturnType<typeof turn>>) => {
    const last = messages.at(-1);
    return last?.type === 'result' ? Object.values(last.modelUsage).map(({ contextWindow }) => contextWindow) : [];
  };
  expect(windows(await turn('First'))).toEqual([1_000_000]);
  await query.setModel('claude-sonnet-4-5');
  await turn('Second');
  await end();
  const sent = at.api.requests.map(({ body, headers }) => [
    body.model,
    String(headers['anthropic-beta']).includes('context-1m-'),
  ]);
  expect(sent).toEqual([
    ['claude-sonnet-4-5', true],
    ['claude-sonnet-4-5', false],
  ]);
});

it('a model with the long window is asked for with its beta by an agent of a file too (GAP-C3)', async () => {
  const start = { name: 'Agent', input: { description: 'd', prompt: 'p', subagent_type: 'big' }, id: 'toolu_a' };
  const at = await place([{ tools: [start] }, { text: 'Helped.' }, { text: 'Done.' }]);
  mkdirSync(join(at.cwd, '.claude/agents'), { recursive: true });
  writeFileSync(join(at.cwd, '.claude/agents/big.md'), '---\nname: big\ndescription: Big\nmodel: sonnet[1m]\n---\nHi.');
  const env = { ...at.options.env, ANTHROPIC_DEFAULT_SONNET_MODEL: 'claude-sonnet-4-5' };
  await collect(ask(at, 'Go', { settingSources: ['project'], env }));
  const sent = at.api.requests.map(({ body, headers }) => [
    body.model,
    String(headers['anthropic-beta']).includes('context-1m-'),
  ]);
  expect(sent).toEqual([
    ['claude-sonnet-4-5', false],
    ['claude-sonnet-4-5', true],
    ['claude-sonnet-4-5', false],
  ]);
});

it('an id of a tool use that not every provider takes is replaced, in the call and in its result (GAP-D9)', async () => {
  const at = await place([{ tools: [{ name: 'Read', input: { file_path: 'none' }, id: 'toolu.1' }] }, { text: 'Done.' }]);
  const { turn, end } = held(at);
  await turn('Go');
  await end();
  const [, answer, results] = at.api.requests[1]?.body.messages ?? [];
  const ids = [answer, results].map((message) => JSON.stringify(message?.content).match(/"(?:tool_use_id|id)":"([^"]+)"/)?.[1]);
  expect(ids[0]).toMatch(/^toolu_[0-9a-f]{32}$/);
  expect(ids[1]).toBe(ids[0]);
});
