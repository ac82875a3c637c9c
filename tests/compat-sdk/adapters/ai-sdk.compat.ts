import { generateText, jsonSchema, Output, streamText } from 'ai';
import { createClaudeCode } from 'ai-sdk-provider-claude-code';
import { describe, expect, it } from 'vitest';
import { bash, done } from '../lib/hooks.js';
import { bin } from '../lib/sdks.js';
import { type World, world } from '../lib/world.js';

/** The model of a program that uses the AI SDK. */
const modelIn = ({ cwd, env }: World, more: object = {}) =>
  createClaudeCode({
    defaultSettings: { cwd, env: { ...env }, pathToClaudeCodeExecutable: bin, settingSources: [], ...more },
  })('sonnet');

const schema = jsonSchema<{ answer: number }>({
  type: 'object',
  properties: { answer: { type: 'number' } },
  required: ['answer'],
  additionalProperties: false,
});

describe('a program of the AI SDK over its provider for Claude Code', () => {
  it('reads the answer, the calls with their results, and the usage (LOOP-24)', async () => {
    const made = await world([bash('echo hi'), done]);
    const { text, toolResults, usage, finishReason } = await generateText({
      model: modelIn(made, { allowedTools: ['Bash'] }),
      prompt: 'go',
    });
    expect({ text, finishReason }).toEqual({ text: 'Done.', finishReason: 'stop' });
    expect(toolResults).toMatchObject([{ toolName: 'Bash', output: 'hi' }]);
    expect(usage).toMatchObject({ inputTokens: 200, outputTokens: 40 });
  });

  it('streams an answer that continues an earlier session (SESS-02)', async () => {
    const made = await world([done, { text: 'As I said.' }]);
    const first = await generateText({ model: modelIn(made), prompt: 'go' });
    const resume = first.providerMetadata?.['claude-code']?.sessionId;
    const parts: string[] = [];
    const streamed = streamText({ model: modelIn(made, { resume }), prompt: 'again' });
    for await (const part of streamed.textStream) parts.push(part);
    expect(parts.join('')).toBe('As I said.');
    expect(made.api.requests[1]?.body.messages.length).toBe(3);
  });

  it('gets data that fit its schema (LOOP-20)', async () => {
    const answer = { tools: [{ name: 'StructuredOutput', input: { answer: 4 }, id: 'toolu_s' }] };
    const made = await world([answer, done]);
    const { output } = await generateText({ model: modelIn(made), prompt: 'how many?', output: Output.object({ schema }) });
    expect(output).toEqual({ answer: 4 });
  });
});
