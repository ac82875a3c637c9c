import type { explain } from '../arguments/definitions.js';
import { loadPlan } from '../load/load-plan.js';
import { withAgent } from '../load/ready-agent.js';
import { decisionText } from '../render/decision.js';
import { printableJson } from '../render/printable.js';
import { permissionOverrides } from '../run/agent-overrides.js';
import { readCall } from '../run/read-call.js';
import type { Command } from './command.js';

export const execute: Command<typeof explain> = async ({ positionals, flags }, io) => {
  const text = positionals.at(-1) ?? '';
  const name = positionals.length > 1 ? positionals[0] : undefined;
  const { plan } = await loadPlan(flags, { io, wish: { agent: name, keepParams: true } });
  await withAgent(plan, {
    agent: name,
    env: io.env,
    permissions: permissionOverrides(flags),
    use: async (agent) => {
      const call = readCall(text, agent.pool);
      const decision = await agent.explain(call.tool, call.input);
      io.out(
        flags.json
          ? `${printableJson({ agent: agent.name, ...call, ...decision }, 2)}\n`
          : decisionText(decision, { cwd: io.cwd, paint: io.paint }),
      );
    },
  });
  return 0;
};
