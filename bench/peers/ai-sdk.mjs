import { createAnthropic } from '@ai-sdk/anthropic';
import { stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';
import { pageOf, TOOL } from './work.mjs';

const anthropic = createAnthropic({ baseURL: `${process.env.ANTHROPIC_BASE_URL}/v1`, apiKey: 'bench' });
const page = tool({ description: TOOL.description, inputSchema: z.object({ page: z.number() }), execute: pageOf });
const result = streamText({
  model: anthropic('bench'),
  system: 'Answer.',
  prompt: 'Go.',
  tools: { page },
  maxRetries: 0,
  stopWhen: stepCountIs(100_000),
});
let text = '';
for await (const part of result.textStream) text += part;
process.stdout.write(`${text.slice(-5)}\n`);
