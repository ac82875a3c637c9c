import { Agent, run, setTracingDisabled, tool } from '@openai/agents';
import { z } from 'zod';
import { pageOf, TOOL } from './work.mjs';

setTracingDisabled(true);
const page = tool({
  name: TOOL.name,
  description: TOOL.description,
  parameters: z.object({ page: z.number() }),
  execute: pageOf,
});
const agent = new Agent({ name: 'bench', instructions: 'Answer.', model: 'bench', tools: [page] });
const result = await run(agent, 'Go.', { stream: true, maxTurns: 100_000 });
for await (const _ of result.toTextStream());
await result.completed;
process.stdout.write(`${result.finalOutput}\n`);
