import type { CanUseTool, Options } from '@loadout/sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resultsIn, toolResults } from './lib/requests.js';
import { type Sdk, sdks } from './lib/sdks.js';
import { kinds, world } from './lib/world.js';

const allow: CanUseTool = async (_, input) => ({ behavior: 'allow', updatedInput: input });

const greeter = (sdk: Sdk): Options['mcpServers'] => ({
  demo: sdk.createSdkMcpServer({
    name: 'demo',
    tools: [
      sdk.tool('greet', 'Greets', { name: z.string() }, async ({ name }) => ({
        content: [{ type: 'text', text: `Hello ${name}` }],
      })),
      sdk.tool('fail', 'Fails', {}, async () => ({ content: [{ type: 'text', text: 'no such thing' }], isError: true })),
      sdk.tool('throw', 'Throws', {}, async () => {
        throw new Error('it broke');
      }),
    ],
  }),
});

const call = (name: string, input: object = {}, id = `toolu_${name}`) => ({ tools: [{ name: `mcp__demo__${name}`, input, id }] });

describe.each(sdks)('$name', (sdk) => {
  it('a tool of the program is called with its input, and its answer goes to the model (LOOP-25, CTRL-03 to CTRL-07)', async () => {
    const { api, ask } = await world([call('greet', { name: 'Alice' }), { text: 'Done.' }]);
    const asked: string[] = [];
    const { messages, result, thrown } = await ask(sdk, 'greet', {
      mcpServers: greeter(sdk),
      canUseTool: async (name, input, { toolUseID }) => {
        asked.push(name, toolUseID);
        return { behavior: 'allow', updatedInput: input };
      },
    });
    expect(thrown).toBeUndefined();
    expect(asked).toEqual(['mcp__demo__greet', 'toolu_greet']);
    expect(kinds(messages)).toEqual(['system/init', 'assistant', 'user', 'assistant', 'result/success']);
    expect(messages[0]).toMatchObject({ mcp_servers: [{ name: 'demo', status: 'connected' }] });
    expect(result).toMatchObject({ result: 'Done.', num_turns: 2, permission_denials: [] });
    expect(toolResults(api.requests[1])).toEqual([expect.objectContaining({ tool_use_id: 'toolu_greet' })]);
    expect(resultsIn(api.requests[1])).toEqual({ toolu_greet: 'Hello Alice' });
  });

  it.each([
    ['fail', 'no such thing'],
    ['throw', 'it broke'],
  ])('what goes wrong in a tool of the program is an error result, and the run goes on: %s (LOOP-05)', async (name, text) => {
    const { api, ask } = await world([call(name), { text: 'Done.' }]);
    const { result } = await ask(sdk, 'go', { mcpServers: greeter(sdk), canUseTool: allow });
    expect(result).toMatchObject({ subtype: 'success', result: 'Done.' });
    expect(toolResults(api.requests[1])).toEqual([expect.objectContaining({ is_error: true })]);
    expect(resultsIn(api.requests[1])[`toolu_${name}`]).toContain(text);
  });

  it('calls of tools that only read overlap, and their results stand in the order of the calls (LOOP-05)', async () => {
    let running = 0;
    let most = 0;
    let open: () => void = () => {};
    const both = new Promise<void>((resolve) => {
      open = resolve;
    });
    const mcpServers: Options['mcpServers'] = {
      demo: sdk.createSdkMcpServer({
        name: 'demo',
        tools: [
          sdk.tool(
            'look',
            'Looks',
            { at: z.string() },
            async ({ at }) => {
              most = Math.max(most, ++running);
              if (running === 2) open();
              await both;
              running--;
              return { content: [{ type: 'text', text: `saw ${at}` }] };
            },
            { annotations: { readOnlyHint: true } },
          ),
        ],
      }),
    };
    const tools = ['a', 'b'].map((at) => ({ name: 'mcp__demo__look', input: { at }, id: `toolu_${at}` }));
    const { api, ask } = await world([{ tools }, { text: 'Done.' }]);
    await ask(sdk, 'look', { mcpServers, allowedTools: ['mcp__demo'] });
    expect(most).toBe(2);
    expect(toolResults(api.requests[1]).map((block) => block.tool_use_id)).toEqual(['toolu_a', 'toolu_b']);
  });

  it('tools is what the model sees, allowedTools what passes unasked, disallowedTools what is taken away (CON-05)', async () => {
    const { api, ask } = await world([{ text: 'Ok.' }]);
    const { messages } = await ask(sdk, 'Hi', {
      tools: ['Read', 'Bash', 'Edit'],
      allowedTools: ['Bash(ls:*)'],
      disallowedTools: ['Edit', 'Bash(rm:*)'],
    });
    expect(messages[0]).toMatchObject({ tools: ['Bash', 'Read'] });
    expect(api.requests[0]?.body.tools?.map((tool) => tool.name)).toEqual(['Bash', 'Read']);
  });

  it('an empty list of tools leaves those of servers only (CLI-02)', async () => {
    const { api, ask } = await world([{ text: 'Ok.' }, { text: 'Ok.' }]);
    await ask(sdk, 'Hi', { tools: [] });
    expect(api.requests[0]?.body.tools ?? []).toEqual([]);
    await ask(sdk, 'Hi', { tools: [], mcpServers: greeter(sdk) });
    const names = api.requests[1]?.body.tools?.map((tool) => tool.name);
    // An oversized result is saved to a file, which ReadResult must be able to read.
    expect(names).toEqual(['ReadResult', 'mcp__demo__fail', 'mcp__demo__greet', 'mcp__demo__throw']);
  });
});
