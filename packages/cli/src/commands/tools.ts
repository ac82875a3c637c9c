import type { PoolTool } from '@loadout/core';
import type { Agent } from '@loadout/runner';
import type { tools } from '../arguments/definitions.js';
import type { Io } from '../io.js';
import { loadPlan } from '../load/load-plan.js';
import { offeredTools } from '../load/offered-tools.js';
import { withAgent } from '../load/ready-agent.js';
import { plural } from '../render/numbers.js';
import { oneLine, printable, printableJson } from '../render/printable.js';
import { table } from '../render/table.js';
import type { Command } from './command.js';

export const execute: Command<typeof tools> = async ({ positionals: [agent], flags }, io) => {
  const { plan } = await loadPlan(flags, { io, wish: { agent, keepParams: true } });
  await withAgent(plan, { agent, env: io.env, use: (ready) => (flags.json ? printJson(ready, io) : print(ready, io)) });
  return 0;
};

function print(agent: Agent, io: Io): void {
  const offered = offeredTools(agent);
  io.out(`${agent.name} sees ${plural(offered.length, 'tool')}.\n`);
  io.out(table(offered.map((tool) => [tool.name, kindOf(tool), tool.origin.from, oneLine(firstSentence(tool), 90)])));
  const notes = [...agent.notices, ...agent.pool.notes.map((note) => note.message)];
  if (notes.length > 0) io.out(`\nLeft out, or worth checking:\n${notes.map((note) => `  ${printable(note)}\n`).join('')}`);
}

function printJson(agent: Agent, io: Io): void {
  const offered = offeredTools(agent).map((tool) => ({
    name: tool.name,
    aliases: tool.aliases,
    readOnly: tool.annotations.readOnlyHint,
    from: tool.origin.from,
    description: tool.api.description,
    inputSchema: tool.api.input_schema,
  }));
  io.out(`${printableJson({ agent: agent.name, tools: offered, notes: agent.pool.notes, notices: agent.notices }, 2)}\n`);
}

const kindOf = (tool: PoolTool) => (tool.annotations.readOnlyHint ? 'read-only' : 'may change');
const firstSentence = (tool: PoolTool) => tool.api.description.split(/(?<=\.)\s|\n/, 1)[0] ?? '';
