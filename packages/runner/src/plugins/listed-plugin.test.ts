import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { createAgent } from '../agent/create-agent.js';
import type { AgentEvent } from '../report/events.js';
import { model, planFor, runAgent, type Step, tempFolder } from '../run/scripted.test-kit.js';
import { listedPlugin, USE } from './listed.test-kit.js';

const mounted = { mount: 'finder', use: USE, options: {}, optional: false, overrides: {} };

/** Runs an agent that has the plugin and Look, a tool of the agent itself. */
async function runWith(
  { folder }: { readonly folder: string },
  { steps, plugin = {}, stateHome = tempFolder() }: { steps: readonly Step[]; plugin?: object; stateHome?: string },
) {
  const count = defineTool({
    name: 'Look',
    description: 'Looks.',
    annotations: { readOnlyHint: true },
    call: (_, { find }) => String((find({ key: 'Count' }) as { n: number } | undefined)?.n),
  });
  const asked = model([...steps, { text: 'Done.' }]);
  const plan = planFor(folder, { plugins: [{ ...mounted, ...plugin }] });
  const env = { IS_SANDBOX: '1', XDG_STATE_HOME: stateHome };
  const { events, result } = await runAgent({ plan, workspace: folder, customTools: [count], model: asked, env });
  return { texts: resultsOf(events), outcome: result.outcome, requests: asked.requests };
}

const resultsOf = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === 'tool_result' ? [event.call.result.content] : []));
const find = (input: object = { what: 'x' }) => ({ calls: [{ name: 'Find', input }] });
const look = { calls: [{ name: 'Look' }] };

describe('a plugin with a listing', () => {
  it('is not imported by a run that calls none of its tools, and the model sees the tools (PERF-04)', async () => {
    const plugin = listedPlugin();
    const { requests, outcome } = await runWith(plugin, { steps: [] });
    expect([outcome, plugin.happened()]).toEqual(['success', []]);
    const [tool] = requests[0]?.tools?.filter(({ name }) => name === 'Find') ?? [];
    expect(JSON.stringify(tool)).toBe(
      '{"name":"Find","description":"Finds.","input_schema":{"type":"object","properties":{"what":{"type":"string"},"most":{"type":"integer","default":3}},"required":["what"]}}',
    );
  });

  it('is imported and set up once, at the first call of its tools, and disposed with the agent (PERF-04, PLUG-05)', async () => {
    const plugin = listedPlugin();
    const { texts } = await runWith(plugin, { steps: [find(), find({ what: 'y', most: 1 })] });
    expect(texts).toEqual(['{"what":"x","most":3} 1', '{"what":"y","most":1} 2']);
    expect(plugin.happened()).toEqual(['import', 'setup', 'stop', 'count ended', 'dispose']);
  });

  it('checks input with its own schema and its own check', async () => {
    const { texts } = await runWith(listedPlugin(), { steps: [find({ most: 'many' }), find({ what: 'nothing' })] });
    expect(texts[0]).toMatch(/most: must be integer/);
    expect(texts[1]).toContain('Find something.');
  });

  it('keeps flags that depend on the input', async () => {
    const { folder } = listedPlugin();
    const plan = planFor(folder, { plugins: [mounted] });
    const agent = await createAgent({ plan, model: model([]), env: {} });
    const tool = agent.pool.get('Find');
    expect([tool?.isReadOnly({}), tool?.maxResultChars]).toEqual([true, Number.POSITIVE_INFINITY]);
    expect(tool?.isConcurrencySafe({ what: 'x' })).toBe(true);
    expect(tool?.isConcurrencySafe({ what: 'alone' })).toBe(false);
    await agent.close();
  });

  it('is imported when another tool requests its service (PERF-04)', async () => {
    const plugin = listedPlugin({ listing: { hooks: {} } });
    expect((await runWith(plugin, { steps: [look] })).texts).toEqual(['0']);
    expect(plugin.happened()).toEqual(['import', 'setup', 'count ended', 'dispose']);
  });

  it('is imported when one of its hooks matches, but not for a hook that waits for its use', async () => {
    const plugin = listedPlugin({ listing: { services: [] } });
    await runWith(plugin, { steps: [look] });
    expect(plugin.happened()).toEqual(['import', 'setup', 'hook', 'stop', 'dispose']);
    const unused = listedPlugin({ listing: { hooks: { Stop: [{ afterUse: true }] }, services: [] } });
    await runWith(unused, { steps: [look] });
    expect(unused.happened()).toEqual([]);
  });

  it('is imported at the start of a session if it has stored data to restore', async () => {
    const plugin = listedPlugin();
    const stateHome = tempFolder();
    mkdirSync(join(stateHome, 'loadout/plugins/finder'), { recursive: true });
    await runWith(plugin, { steps: [], stateHome });
    expect(plugin.happened()).toEqual(['import', 'setup', 'open', 'stop', 'dispose']);
  });

  it.each([
    ['fails in setup', { setup: "throw new Error('no database');" }, /@loadout\/tool-finder.*no database/],
    ['is not ready at once', { setup: 'return Promise.resolve({});' }, /@loadout\/tool-finder.*not ready at once/],
    ['lacks a listed tool', { setup: 'return {};' }, /@loadout\/tool-finder.*no tool Find/],
    ['does not load', { source: 'nonsense(' }, /@loadout\/tool-finder.*does not load/],
  ])('that %s gives an error result with its name at each call, and the run continues (PLUG-05)', async (_, parts, words) => {
    const plugin = listedPlugin(parts);
    const { texts, outcome } = await runWith(plugin, { steps: [find(), find()] });
    expect(texts).toEqual([expect.stringMatching(words), expect.stringMatching(words)]);
    expect(outcome).toBe('success');
    expect(plugin.happened().filter((what) => what === 'setup').length).toBeLessThanOrEqual(1);
  });

  it('cannot be used once its agent is closed', async () => {
    const plugin = listedPlugin();
    const agent = await createAgent({ plan: planFor(plugin.folder, { plugins: [mounted] }), model: model([]), env: {} });
    const find = agent.pool.get('Find');
    await agent.close();
    expect(() => find?.input.parse({ what: 'x' })).toThrow(expect.objectContaining({ code: 'PLUGIN_ENDED' }));
    expect(plugin.happened()).toEqual([]);
  });
});

describe('a plugin is loaded at start', () => {
  it.each([
    ['its listing is of another version', { listing: { version: '1.2.4' } }],
    ['its listing is for another plugin API', { listing: { api: 2 } }],
    ['its listing lacks a tool of its manifest', { listing: { tools: [] } }],
    ['its listing is damaged', { listing: '{"version":' }],
  ])('when %s, so that only its own schemas are sent (PERF-04)', async (_, parts) => {
    const plugin = listedPlugin(parts);
    const agent = await createAgent({ plan: planFor(plugin.folder, { plugins: [mounted] }), model: model([]), env: {} });
    expect(plugin.happened()).toEqual(['import', 'setup']);
    expect(agent.pool.get('Find')?.api.description).toBe('Finds.');
    await agent.close();
  });

  it('if its entry has options; wrong options are reported with their place before anything runs', async () => {
    const plugin = listedPlugin();
    await runWith(plugin, { steps: [], plugin: { options: { deep: true } } });
    expect(plugin.happened().slice(0, 2)).toEqual(['import', 'setup']);
    const position = { file: 'agent.config.yaml', line: 3, column: 5 };
    const wrong = { ...mounted, options: { deap: true }, position };
    await expect(
      createAgent({ plan: planFor(plugin.folder, { plugins: [wrong] }), model: model([]), env: {} }),
    ).rejects.toMatchObject({ code: 'PLUGIN_OPTIONS', message: expect.stringContaining('deap'), position });
  });
});

it('parallel calls load a plugin once', async () => {
  const plugin = listedPlugin();
  const calls = [1, 2, 3].map(() => ({ name: 'Find', input: { what: 'x' } }));
  const { texts } = await runWith(plugin, { steps: [{ calls }] });
  expect(texts).toHaveLength(3);
  expect(plugin.happened().filter((what) => what === 'setup')).toHaveLength(1);
});

it('a listed plugin that only its manifest calls ours runs nothing (decision 0019)', async () => {
  const { texts } = await runWith(listedPlugin({ isMarked: false }), { steps: [find()] });
  expect(texts.join()).toContain('its tools have prefixed names, and its manifest says bare');
});
