import { type AnyTool, defineTool, LoadoutError } from '@loadout/core';
import type { ModelProvider } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { model, reader, runAgent } from '../run/scripted.test-kit.js';

/** A tool as a server of this key offers it. */
const served = (name: string): AnyTool =>
  Object.freeze({
    ...defineTool({ name, description: 'Odd.', inputSchema: { type: 'object' }, call: () => 'odd' }),
    mcp: { server: 's', tool: name.split('__').at(-1) },
  }) as unknown as AnyTool;

/** A model whose API refuses each request with one of these tools. */
function refusing(bad: readonly string[], said: (name: string, index: number) => string) {
  const inner = model(() => ({ text: 'Done.' }));
  const provider: ModelProvider & { readonly requests: typeof inner.requests } = {
    name: 'test',
    requests: inner.requests,
    async *stream(request, context) {
      const index = request.tools.findIndex(({ name }) => bad.includes(name));
      if (index === -1) yield* inner.stream(request, context);
      else {
        inner.requests.push({ ...request });
        throw new LoadoutError(
          'MODEL_REQUEST_INVALID',
          `The API refused the request. It said: ${said(request.tools[index]?.name ?? '', index)}`,
        );
      }
    },
  };
  return provider;
}

const byIndex = (_: string, index: number) =>
  `400 invalid_request_error: tools.${index}.custom.input_schema: JSON schema is invalid`;
const Look = reader('Look', () => 'seen');

describe('a tool that the API refuses', () => {
  it.each([
    ['its place', byIndex],
    ['its name', (name: string) => `400: Invalid schema for function '${name}'`],
  ])('is left out by %s, the notice names it and its server, and the run goes on (GAP-B5)', async (_, said) => {
    const provider = refusing(['mcp__s__odd'], said);
    const { events, result } = await runAgent({
      model: provider,
      customTools: [Look, served('mcp__s__odd'), served('mcp__s__fine')],
    });
    expect(result).toMatchObject({ outcome: 'success', text: 'Done.' });
    const own = provider.requests.map(({ tools }) => tools.map(({ name }) => name).filter((name) => name.startsWith('mcp__')));
    expect(own).toEqual([['mcp__s__fine', 'mcp__s__odd'], ['mcp__s__fine']]);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'notice',
        message: expect.stringMatching(
          /refuses the tool "odd" of the MCP server s \(mcp__s__odd\)[\s\S]*goes on without it[\s\S]*It said/,
        ),
      }),
    );
  });

  it('is left out once: a second refusal of the same kind ends the run (GAP-B5)', async () => {
    const provider = refusing(['Look'], () => "400: Invalid schema for function 'mcp__s__odd'");
    const { result } = await runAgent({ model: provider, customTools: [Look, served('mcp__s__odd')] });
    expect(result).toMatchObject({ outcome: 'error_model', error: { code: 'MODEL_REQUEST_INVALID' } });
    expect(provider.requests).toHaveLength(2);
  });

  it('and does not name is left out with all tools of servers that no answer has had, once (GAP-B5)', async () => {
    const nameless = () => '400: a tool of the request has an invalid schema';
    const provider = refusing(['mcp__s__odd'], nameless);
    const { events, result } = await runAgent({
      model: provider,
      customTools: [Look, served('mcp__s__odd'), served('mcp__s__fine')],
    });
    expect(result).toMatchObject({ outcome: 'success', text: 'Done.' });
    expect(
      provider.requests
        .at(-1)
        ?.tools.map(({ name }) => name)
        .filter((name) => /Look|mcp/.test(name)),
    ).toEqual(['Look']);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'notice',
        message: expect.stringMatching(/does not say which[\s\S]*without the newest ones, those of the MCP servers s\./),
      }),
    );
    const own = refusing(['Look'], nameless);
    const ended = await runAgent({ model: own, customTools: [Look, served('mcp__s__fine')] });
    expect([ended.result.outcome, own.requests.length]).toEqual(['error_model', 2]);
  });

  it('is left out with its neighbours, one after the other (GAP-B5)', async () => {
    const provider = refusing(['mcp__s__a', 'mcp__s__b'], byIndex);
    const { result } = await runAgent({ model: provider, customTools: [Look, served('mcp__s__a'), served('mcp__s__b')] });
    expect([result.outcome, provider.requests.length]).toEqual(['success', 3]);
  });
});
