import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelRequest } from '@loadout/core/model';
import { taggedProcesses } from '@loadout/node';
import { describe, expect, it } from 'vitest';
import { hostile } from '../../packages/mcp/src/testing/servers.js';
import { createAgent } from '../../packages/runner/src/agent/create-agent.js';
import { model, reader, runAgent, type Step, tempFolder } from '../../packages/runner/src/run/scripted.test-kit.js';

const namesOf = (request: ModelRequest | undefined) => request?.tools.map(({ name }) => name) ?? [];
const saidTo = (request: ModelRequest | undefined) =>
  (request?.messages ?? []).flatMap(({ content }) => content.map((block) => JSON.stringify(block))).join('\n');
const call = (name: string, input: object = {}): Step => ({ calls: [{ name, input }] });

/** Sets a variable by which the processes of a server are found. */
const marked = (server: object, mark: string) => ({ ...server, env: { MARK: mark } });

describe('the tools of an MCP server belong to the first request (G1)', () => {
  it('however long the server takes, and a person sees what the run waits for', async () => {
    const workspace = tempFolder();
    const go = join(workspace, 'go');
    const scripted = model([{ text: 'Done.' }]);
    const agent = await createAgent({
      model: scripted,
      workspace,
      sessionsDir: workspace,
      env: {},
      tools: ['mcp__slow__echo'],
      permissions: { mode: 'default' },
      mcpServers: { slow: hostile('waits-for', go) },
    });
    const waiting: string[] = [];
    for await (const event of agent.run('Go.'))
      if (event.type === 'waiting') {
        waiting.push(event.message);
        writeFileSync(go, '');
      }
    await agent.close();
    expect(waiting[0]).toMatch(/^Waiting for the MCP server slow \(\d+ s\)…$/);
    expect(namesOf(scripted.requests[0])).toContain('mcp__slow__echo');
  });

  it('and two servers start side by side: one that hangs holds up no other', async () => {
    const workspace = tempFolder();
    const scripted = model([{ text: 'Done.' }]);
    const mcpServers = { hangs: { ...hostile('hang-initialize'), startTimeout: 300 }, works: hostile('good') };
    const { result, events } = await runAgent({ model: scripted, workspace, mcpServers });
    expect(result.outcome).toBe('success');
    expect(namesOf(scripted.requests[0])).toContain('mcp__works__echo');
    expect(events.filter(({ type }) => type === 'notice')).toMatchObject([
      { message: expect.stringMatching(/^MCP server "hangs": .*was not ready after 300 ms/) },
    ]);
  });

  it('but a server that hangs holds up no run that can begin without it, unless its entry asks for the wait (GAP-G9)', async () => {
    const scripted = model([{ text: 'Done.' }]);
    const { startTimeout: _, ...hangs } = hostile('hang-initialize');
    const mcpServers = {
      hangs,
      eager: { ...hostile('hang-initialize'), start: 'eager', startTimeout: 3_500 },
    };
    const tools = ['Look', 'mcp__hangs__echo', 'mcp__eager__echo'];
    const { result, events } = await runAgent({
      model: scripted,
      customTools: [reader('Look', () => 'seen')],
      tools,
      mcpServers,
    });
    expect(result.outcome).toBe('success');
    expect(saidTo(scripted.requests[0])).toContain('\\"hangs\\" is still starting');
    const notices = events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));
    expect(notices.find((one) => one.includes('"hangs"'))).toMatch(/was not ready after (?!60000)\d+ ms/);
    expect(notices.find((one) => one.includes('"eager"'))).toContain('was not ready after 3500 ms');
  });

  it('also of a server with a thousand tools', async () => {
    const scripted = model([{ text: 'Done.' }]);
    await runAgent({ model: scripted, mcpServers: { many: hostile('many-tools') } });
    expect(namesOf(scripted.requests[0]).filter((name) => name.startsWith('mcp__many__'))).toHaveLength(1000);
  });
});

describe('a server that is not there (G1)', () => {
  it.each([
    ['is late', { ...hostile('hang-initialize'), startTimeout: 200 }, /\\"db\\" is still starting.*\(mcp__db__…\) are missing/],
    ['has crashed', hostile('exit-initialize'), /\\"db\\" is not available.*\(mcp__db__…\) are missing.*exited with code 7/],
    ['does not exist', { command: 'no-such-program' }, /\\"db\\" is not available.*no-such-program/],
  ])('and %s is told to the model with the prompt, once, also where it has no other tools', async (_, db, said) => {
    const scripted = model((_request, index) => (index === 0 ? call('Look') : { text: 'Done.' }));
    const look = reader('Look', () => 'seen');
    const tools = ['Look', 'mcp__db__query'];
    await runAgent({ model: scripted, customTools: [look], tools, mcpServers: { db } });
    const [first, second] = scripted.requests;
    expect(saidTo(first)).toMatch(said);
    expect(saidTo(first)).not.toContain('no licence key');
    expect(saidTo(second).match(/its tools \(mcp__db__…\) are missing/g)).toHaveLength(1);
    const alone = model([{ text: 'Done.' }]);
    await runAgent({ model: alone, tools: ['mcp__db__query'], mcpServers: { db } });
    expect(saidTo(alone.requests[0])).toMatch(said);
  });

  it('and comes late joins the tools, and the model is told', async () => {
    const workspace = tempFolder();
    const go = join(workspace, 'go');
    const look = reader('Look', () => {
      writeFileSync(go, '');
      return new Promise((resolve) => setTimeout(resolve, 20, 'seen'));
    });
    const scripted = model((request) => (namesOf(request).includes('mcp__db__echo') ? { text: 'Done.' } : call('Look')));
    const mcpServers = { db: { ...hostile('waits-for', go), startTimeout: 200 } };
    const { result } = await runAgent({ model: scripted, workspace, customTools: [look], mcpServers });
    expect(result.outcome).toBe('success');
    expect(namesOf(scripted.requests[0])).not.toContain('mcp__db__echo');
    expect(saidTo(scripted.requests.at(-1))).toContain('\\"db\\" is ready now');
  });

  it('does not hold up an interrupt, and nothing of it is left', async () => {
    const workspace = tempFolder();
    const scripted = model([{ text: 'Done.' }]);
    const abort = new AbortController();
    const db = marked(hostile('hang-initialize'), workspace);
    const { result } = await runAgent({
      model: scripted,
      workspace,
      mcpServers: { db },
      run: { signal: abort.signal },
      during: () => {
        const look = setInterval(() => {
          if (taggedProcesses(workspace).length === 0) return;
          clearInterval(look);
          abort.abort();
        }, 20);
      },
    });
    expect([result.outcome, scripted.requests.length]).toEqual(['interrupted', 0]);
    expect(taggedProcesses(workspace)).toEqual([]);
  });
});

describe('a server with start: lazy (G1)', () => {
  const lazy = { ...hostile('annotated'), start: 'lazy' };

  it('has one tool that starts it, and then its own tools', async () => {
    const workspace = tempFolder();
    const scripted = model((_request, index) => [call('mcp__db__start'), call('mcp__db__touch'), { text: 'Done.' }][index] ?? {});
    const before: number[] = [];
    const { result } = await runAgent({
      model: {
        ...scripted,
        stream: (request, options) => {
          before.push(taggedProcesses(workspace).length);
          return scripted.stream(request, options);
        },
      },
      workspace,
      tools: ['mcp__db__touch'],
      mcpServers: { db: marked(lazy, workspace) },
    });
    expect(result.outcome).toBe('success');
    expect(before).toEqual([0, 1, 1]);
    expect(scripted.requests.map(namesOf)).toEqual([
      expect.arrayContaining(['mcp__db__start']),
      expect.arrayContaining(['mcp__db__touch']),
      expect.arrayContaining(['mcp__db__touch']),
    ]);
    expect(namesOf(scripted.requests[1])).not.toContain('mcp__db__start');
    expect(namesOf(scripted.requests[1])).not.toContain('mcp__db__look');
  });

  it('is started without a question, also where nobody can be asked', async () => {
    const scripted = model((_request, index) => (index === 0 ? call('mcp__db__start') : { text: 'Done.' }));
    await runAgent({ model: scripted, permissions: { mode: 'default' }, mcpServers: { db: lazy } });
    expect(saidTo(scripted.requests[1])).toContain('The MCP server \\"db\\" is ready.');
  });

  it('is not started where a rule denies its tools', async () => {
    const scripted = model([{ text: 'Done.' }]);
    await runAgent({ model: scripted, permissions: { mode: 'default', deny: ['mcp__db'] }, mcpServers: { db: lazy } });
    expect(namesOf(scripted.requests[0]).filter((name) => name.startsWith('mcp__db'))).toEqual([]);
  });
});
