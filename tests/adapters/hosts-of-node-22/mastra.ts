import type { Toolkit } from '@loadout/adapters';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { InMemoryStore } from '@mastra/core/storage';
import { scripted, seenBy } from '../hosts/mock-model.js';
import type { Drive, Host } from '../scenario.js';

export const mastra: Host = {
  name: 'Mastra',
  asks: true,
  async run(kit: Toolkit, drive: Drive) {
    const model = scripted(drive);
    const storage = new InMemoryStore();
    const agentOf = async (one: Toolkit) => {
      // Mastra's type of a model wants the stream that only its own generate() would read.
      const tools = await one.mastra();
      const scripted = new Agent({ id: 'scripted', name: 'scripted', instructions: 'Go.', model: model as never, tools });
      return new Mastra({ agents: { scripted }, storage, logger: false }).getAgent('scripted');
    };
    let agent = await agentOf(kit);
    const options = { maxSteps: 20, ...(drive.signal === undefined ? {} : { abortSignal: drive.signal }) };
    const asked = new Set<string>();
    let result = await agent.generate('Go.', options);
    while (result.finishReason === 'suspended') {
      const { runId, suspendPayload } = result;
      const { toolCallId } = suspendPayload as { toolCallId: string };
      asked.add(toolCallId);
      const next = await drive.restart?.();
      agent = next === undefined ? agent : await agentOf(next);
      const isYes = drive.calls.find(({ id }) => id === toolCallId)?.answer === 'yes';
      result = await agent[isYes ? 'approveToolCallGenerate' : 'declineToolCallGenerate']({
        ...options,
        runId: runId ?? '',
        toolCallId,
      });
    }
    return seenBy(model, { drive, asked });
  },
};
