import { fromMastraTools } from '@loadout/adapters';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { describeInward, WORK } from '../describe-inward.js';

const none = z.object({});

describeInward({
  name: 'Mastra',
  plugin: (waiting) =>
    fromMastraTools({
      forecast: createTool({
        id: 'forecast',
        description: 'Tells the weather.',
        inputSchema: z.object({ city: z.string(), days: z.number().optional() }),
        execute: async (input) => WORK.forecast(input),
      }),
      fail: createTool({ id: 'fail', description: 'Fails.', inputSchema: none, execute: async () => WORK.fail() }),
      picture: createTool({
        id: 'picture',
        description: 'Draws.',
        inputSchema: none,
        execute: async () => ({ type: 'media', data: WORK.pixel, mediaType: 'image/png' }),
      }),
      wait: createTool({
        id: 'wait',
        description: 'Waits.',
        inputSchema: none,
        execute: (_, { abortSignal }) => WORK.wait(abortSignal, waiting),
      }),
      danger: createTool({
        id: 'danger',
        description: 'Explodes.',
        inputSchema: none,
        requireApproval: async () => true,
        execute: async () => 'Boom.',
      }),
    }),
});
