import { printableJson, readCall } from '@loadout/command';
import { permissionOverrides, withAgent } from '@loadout/command/runs';
import type { Command } from '../arguments/command.js';
import type { explain } from '../arguments/definitions.js';
import { errors } from '../errors.js';
import { loadPlan } from '../load/load-plan.js';
import { decisionText } from '../render/decision.js';

export const execute: Command<typeof explain> = async ({ positionals, flags }, io) => {
  const text = positionals.at(-1) ?? '';
  const name = positionals.length > 1 ? positionals[0] : undefined;
  const { via } = flags;
  if (via !== undefined && name === undefined) throw errors.USAGE_FLAG_ALONE({ flag: '--via', needs: 'the name of an agent' });
  const { plan } = await loadPlan(flags, { io, wish: { agent: via ?? name, keepParams: true } });
  await withAgent(plan, {
    agent: via ?? name,
    env: io.env,
    permissions: permissionOverrides(flags),
    use: async (agent) => {
      const asked = via === undefined ? agent : agent.subagent(name ?? '');
      const call = readCall(text, asked.pool);
      const decision = await asked.explain(call.tool, call.input);
      io.out(
        flags.json
          ? `${printableJson({ agent: name ?? agent.name, via, ...call, ...decision }, 2)}\n`
          : decisionText(decision, { cwd: io.cwd, paint: io.paint }),
      );
    },
  });
  return 0;
};
