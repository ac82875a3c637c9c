import { tool as langchainTool } from '@langchain/core/tools';
import { fromAiSdkTools, fromLangChainTools, fromOpenAiAgentsTools } from '@loadout/adapters';
import { tool as openAiTool } from '@openai/agents-core';
import { tool as aiTool } from 'ai';
import { z } from 'zod';
import { describeInward, WORK } from '../describe-inward.js';

const city = z.object({ city: z.string(), days: z.number().optional() });
const none = z.object({});
const description = 'Tells the weather.';

describeInward({
  name: 'the AI SDK',
  plugin: (waiting) =>
    fromAiSdkTools({
      forecast: aiTool({ description, inputSchema: city, execute: async (input) => WORK.forecast(input) }),
      fail: aiTool({ inputSchema: none, execute: async () => WORK.fail() }),
      picture: aiTool({
        inputSchema: none,
        execute: async () => ({ data: WORK.pixel }),
        toModelOutput: ({ output }) => ({
          type: 'content',
          value: [{ type: 'image-data', data: output.data, mediaType: 'image/png' }],
        }),
      }),
      wait: aiTool({ inputSchema: none, execute: (_, { abortSignal }) => WORK.wait(abortSignal, waiting) }),
      danger: aiTool({ inputSchema: none, needsApproval: async () => true, execute: async () => 'Boom.' }),
    }),
});

describeInward({
  name: 'LangChain',
  canAsk: false,
  plugin: (waiting) =>
    fromLangChainTools([
      langchainTool(async (input) => JSON.stringify(WORK.forecast(input)), { name: 'forecast', description, schema: city }),
      langchainTool(async () => WORK.fail(), { name: 'fail', schema: none }),
      langchainTool(async () => [{ type: 'image_url', image_url: { url: `data:image/png;base64,${WORK.pixel}` } }], {
        name: 'picture',
        schema: none,
      }),
      langchainTool((_, { signal }) => WORK.wait(signal, waiting), { name: 'wait', schema: none }),
    ]),
});

describeInward({
  name: 'the OpenAI Agents SDK',
  // The SDK's tool() replaces the message, unless the tool has an errorFunction.
  failure: 'An error occurred while running the tool.',
  plugin: (waiting) =>
    fromOpenAiAgentsTools([
      openAiTool({
        name: 'forecast',
        description,
        strict: false,
        parameters: {
          type: 'object',
          properties: { city: { type: 'string' }, days: { type: 'number' } },
          required: ['city'],
          additionalProperties: true,
        },
        execute: async (input) => WORK.forecast(input as { city: string }),
      }),
      openAiTool({ name: 'fail', description: 'Fails.', parameters: none, execute: async () => WORK.fail() }),
      openAiTool({
        name: 'picture',
        description: 'Draws.',
        parameters: none,
        execute: async () => ({ type: 'image' as const, image: { data: WORK.pixel, mediaType: 'image/png' } }),
      }),
      openAiTool({
        name: 'wait',
        description: 'Waits.',
        parameters: none,
        execute: (_, __, details) => WORK.wait(details?.signal, waiting),
      }),
      openAiTool({
        name: 'danger',
        description: 'Explodes.',
        parameters: none,
        needsApproval: true,
        execute: async () => 'Boom.',
      }),
    ]),
});
