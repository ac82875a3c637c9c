import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { llamacppWire, lmstudioWire, ollamaWire, startMockApi, vllmWire } from '@loadout/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { OpenAiOptions } from '../connection/options.js';
import { openaiProvider } from '../provider.js';

const open: { close(): unknown }[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

async function found(model: string, options: OpenAiOptions) {
  const findings = await openaiProvider(options, {}).diagnose?.(model, AbortSignal.timeout(10_000));
  return (findings ?? []).slice(1);
}

describe('the doctor of a local server', () => {
  it.each([
    [ollamaWire, 'ollama', 'qwen3:8b', 4096],
    [llamacppWire, 'llamacpp', 'any', 8192],
    [vllmWire, 'vllm', 'Qwen/Qwen3-8B', 40_960],
    [lmstudioWire, 'lmstudio', 'qwen/qwen3-8b', 4096],
  ] as const)('of $name finds the model and its context', async (wire, preset, model, context) => {
    const api = await startMockApi({ wire, replies: [] });
    open.push(api);
    const [answers, small] = await found(model, { preset, baseUrl: `${api.url}/v1` });
    expect(answers).toMatchObject({
      state: 'ok',
      says: expect.stringContaining(`has ${model}, with a context of ${context} tokens`),
    });
    expect(small?.state).toBe(context < 16_384 ? 'note' : undefined);
  });

  it('says that the model is missing, which others there are, and how to get it', async () => {
    const api = await startMockApi({ wire: ollamaWire, replies: [] });
    open.push(api);
    expect(await found('llama9', { preset: 'ollama', baseUrl: `${api.url}/v1` })).toEqual([
      { state: 'problem', says: `${api.url} does not have llama9. It has qwen3:8b.`, fix: 'Get it: ollama pull llama9' },
    ]);
  });

  it('says that the server is not there, or is another one', async () => {
    const api = await startMockApi({ wire: ollamaWire, replies: [] });
    await api.close();
    const [gone] = await found('m', { preset: 'ollama', baseUrl: `${api.url}/v1` });
    expect(gone).toMatchObject({
      state: 'problem',
      says: expect.stringContaining('ECONNREFUSED'),
      fix: 'Start it: ollama serve',
    });
    const page = createServer((_, response) => response.end('<html>'));
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    open.push(page);
    const [other] = await found('m', { baseUrl: `http://127.0.0.1:${(page.address() as AddressInfo).port}/v1` });
    expect(other).toMatchObject({ state: 'problem', says: expect.stringContaining('its answer is not JSON') });
  });
});

it('asks no server that needs a key, and tells the habits in use', async () => {
  const [habits, ...more] = (await openaiProvider({ preset: 'mistral' }, {}).diagnose?.('m', AbortSignal.timeout(10_000))) ?? [];
  expect(more).toEqual([]);
  const secret = await openaiProvider({ baseUrl: 'http://me:password@gateway.test/v1' }, {}).diagnose?.(
    'm',
    AbortSignal.timeout(10_000),
  );
  expect(secret?.[0]?.says).toMatch(/^chat at http:\/\/gateway.test\/v1, an unknown server/);
  expect(habits?.says).toMatch(/^chat at https:\/\/api.mistral.ai\/v1 \(mistral\); .*assistantAfterTool true, .*toolIds mistral/);
});
