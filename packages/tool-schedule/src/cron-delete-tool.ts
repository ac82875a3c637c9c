import { defineTool } from '@loadout/core';
import { Schedule } from './session/session-schedule.js';

export const cronDeleteTool = defineTool({
  name: 'CronDelete',
  description: 'Deletes a scheduled job, also a durable one of another session. It no longer fires.',
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string', minLength: 1, description: 'As CronCreate and CronList give it.' } },
    required: ['id'],
    additionalProperties: false,
  },
  outputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  async call({ id }, context) {
    // A host may keep the jobs elsewhere.
    const job = await context.get(Schedule).delete(id);
    return { content: `Deleted the scheduled job ${job.id}.`, structuredContent: { id: job.id } };
  },
});
