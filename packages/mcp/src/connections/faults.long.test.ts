import { callTool } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { hostile } from '../testing/servers.js';
import { context, until, withServers } from '../testing/with-servers.js';

const good = hostile('good');
/** A session with a bad server and a good one; the good one works before and after. */
async function beside(behaviour: string, ...args: string[]) {
  const session = await withServers({ bad: { ...hostile(behaviour, ...args), startTimeout: 4_000 }, good });
  const goodWorks = async () =>
    expect(await callTool(session.tool('mcp__good__echo'), {}, context())).toMatchObject({ isError: false });
  await goodWorks();
  const bad = session.connections.status().find(({ key }) => key === 'bad');
  return { ...session, bad, goodWorks, call: (name = 'echo') => callTool(session.tool(`mcp__bad__${name}`), {}, context()) };
}

it.each([
  ['hang-initialize', /not ready after 4000 ms; it stopped at its start or its answer to initialize[\s\S]*waiting for Godot/],
  ['hang-list', /not ready after 4000 ms; it stopped at its answer to tools\/list/],
  ['exit-initialize', /it exited with code 7[\s\S]*no licence key/],
])('MCP-06 MCP-07: %s is a failed server with a reason, and its last words on stderr', async (behaviour, problem) => {
  const { bad, notices, goodWorks } = await beside(behaviour);
  expect(bad).toMatchObject({ state: 'failed', tools: 0 });
  expect(bad?.problem).toMatch(problem);
  expect(notices).toContainEqual({ server: 'bad', level: 'error', message: bad?.problem });
  await goodWorks();
});

it('a program that is not there is a failed server with its name', async () => {
  const { connections } = await withServers({ bad: { command: 'no-such-program-anywhere' } });
  expect(connections.status()).toMatchObject([
    { state: 'failed', problem: expect.stringContaining('there is no program no-such-program-anywhere in the folders of PATH') },
  ]);
});

it('MCP-21 CON-27: each version that is known is taken, and another is refused by name', async () => {
  const known = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
  const servers = [...known, '1999-01-01'].map((version) => [version, hostile('version', version)] as const);
  const { connections } = await withServers(Object.fromEntries(servers));
  const [unknown, ...others] = connections.status();
  expect(unknown).toMatchObject({ key: '1999-01-01', state: 'failed', problem: expect.stringContaining('1999-01-01') });
  expect(others.map(({ info }) => info?.protocolVersion)).toEqual(known.toSorted());
});

it('ten thousand tools are cut at a thousand, with a warning', async () => {
  const { bad, notices } = await beside('many-tools');
  expect(bad?.tools).toBe(1_000);
  expect(notices).toContainEqual(
    expect.objectContaining({ server: 'bad', message: expect.stringContaining('more than 1000 tools') }),
  );
});

it.each([
  ['cursor-loop', 'comes back to the same page', 2],
  ['endless-pages', 'more than 100 pages', 0],
  ['list-of-nothing', 'holds no list of tools', 0],
])('MCP-10: the list of %s ends, with a warning', async (behaviour, warning, tools) => {
  const { bad, notices } = await beside(behaviour);
  expect(bad).toMatchObject({ state: 'connected', tools });
  expect(notices).toContainEqual(expect.objectContaining({ server: 'bad', message: expect.stringContaining(warning) }));
});

it.each([
  ['wrong-type', 'the answer is neither a result nor an error'],
  ['content-no-list', 'with a message that breaks the protocol'],
])('an answer of the wrong form (%s) is an error that says so', async (behaviour, words) => {
  const { call } = await beside(behaviour);
  expect(await call()).toMatchObject({ isError: true, content: expect.stringContaining(words) });
});

it('a refusal of a server reaches the model in its own words', async () => {
  const { call } = await beside('refusing');
  expect(await call()).toMatchObject({ isError: true, content: expect.stringContaining('no such city') });
});

it('MCP-15: logs are kept, the newest two hundred', async () => {
  const { connections } = await withServers({ bad: hostile('logs') });
  expect(connections.log().length).toBeLessThanOrEqual(200);
  expect(connections.log().at(-1)).toEqual({ server: 'bad', level: 'info', message: 'line 299' });
});

describe('one call has bounds (F3)', () => {
  it('of time, whatever progress is reported', async () => {
    const { tool } = await withServers({ s: { ...hostile('progress-for-ever'), timeout: 1_000, maxTimeout: 1_500 } });
    const given = context();
    const result = await callTool(tool('mcp__s__echo'), {}, given);
    expect(result).toMatchObject({
      isError: true,
      content: expect.stringContaining('did not answer tools/call of echo within 1500 ms'),
    });
    expect(given.progressed.length).toBeGreaterThan(9);
  });

  it('ends at a broken line that names it, and soon at one that can be for nothing else', async () => {
    for (const behaviour of ['broken-answer', 'broken-beginning']) {
      const { tool } = await withServers({ s: { ...hostile(behaviour), timeout: 60_000 } });
      const result = await callTool(tool('mcp__s__echo'), {}, context());
      expect(result).toMatchObject({ isError: true, content: expect.stringContaining('a line that is not JSON') });
    }
  });
});

it('structured content that its output schema refuses is an error, never a result (F7)', async () => {
  const { tool } = await withServers({ s: hostile('structured-wrong') });
  const result = await callTool(tool('mcp__s__count'), {}, context());
  expect(result).toMatchObject({ isError: true, content: expect.stringContaining('does not match its output schema: /n') });
});

it('a result without the structured content that its output schema asks for is an error (F27)', async () => {
  const { tool } = await withServers({ s: hostile('structured-none') });
  const result = await callTool(tool('mcp__s__count'), {}, context());
  expect(result).toMatchObject({ isError: true, content: expect.stringContaining('does not match its output schema') });
});

it('reports a description that changes during the session without a lock, and one that was cleaned', async () => {
  const changing = await withServers({ s: hostile('poisoned-later') });
  await callTool(changing.tool('mcp__s__first'), {}, context());
  await until(() =>
    changing.notices.some(({ message }) =>
      message.includes('its tool "first" is another now: its description changed while the session went on; `loadout lock`'),
    ),
  );
  const hidden = await withServers({ s: hostile('long-texts') });
  expect(hidden.notices).toContainEqual(
    expect.objectContaining({
      level: 'warning',
      message: expect.stringContaining('were taken out of the description of its tool "wordy"'),
    }),
  );
});
