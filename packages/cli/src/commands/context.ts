import { count, printable, printableJson, table } from '@loadout/command';
import { withAgent } from '@loadout/command/runs';
import { TOKEN_ESTIMATE, tokensOfChars } from '@loadout/core/model';
import type { Plan } from '@loadout/core/run';
import { type Agent, installedPackage, preloadedSkills } from '@loadout/runner';
import type { Command } from '../arguments/command.js';
import type { context } from '../arguments/definitions.js';
import { knownServers, offeredTools, poolWithServers } from '../load/known-servers.js';
import { loadPlan } from '../load/load-plan.js';

export const execute: Command<typeof context> = async ({ positionals: [agent], flags }, io) => {
  const loaded = await loadPlan(flags, { io, wish: { agent, keepParams: true } });
  await withAgent(loaded.plan, {
    agent,
    env: io.env,
    use: async (ready) => {
      const servers = await knownServers(loaded, { agent: ready.name, io });
      const parts = await partsOf({ spec: ready.spec, pool: poolWithServers(ready, servers) }, loaded.plan);
      const sum = sumOf(parts);
      const instructions = await instructionFiles(loaded.plan);
      const unknownServers = [...servers.unknown, ...servers.named];
      io.out(
        flags.json
          ? `${printableJson({ agent: ready.name, parts, total: sum, estimate: TOKEN_ESTIMATE, unknownServers, instructionFiles: instructions?.files }, 2)}\n`
          : text(ready.name, [...parts, sum]) + (instructions?.text ?? ''),
      );
      if (!flags.json)
        for (const key of unknownServers)
          io.out(`Not counted: the tools of mcpServers.${printable(key)}, which are known once it has run.\n`);
    },
  });
  return 0;
};

interface Part {
  readonly part: string;
  readonly bytes: number;
  readonly tokens: number;
}

async function partsOf(agent: Pick<Agent, 'spec' | 'pool'>, plan: Plan): Promise<readonly Part[]> {
  const part = (name: string, sent: string): Part => ({
    part: name,
    bytes: Buffer.byteLength(sent),
    tokens: Math.ceil(tokensOfChars(sent.length)),
  });
  const tools = offeredTools(agent).map((tool) => part(`tool ${tool.name}`, JSON.stringify(tool.api)));
  const skills = (await preloadedSkills(plan, agent.spec)).map(({ name, text }) => part(`skill ${name}`, text));
  return [part('instructions', agent.spec.agent.instructions), ...skills, ...tools].sort((a, b) => b.tokens - a.tokens);
}

const total = (parts: readonly Part[], of: 'bytes' | 'tokens') => parts.reduce((sum, part) => sum + part[of], 0);
const sumOf = (parts: readonly Part[]): Part => ({ part: 'total', bytes: total(parts, 'bytes'), tokens: total(parts, 'tokens') });

function text(agent: string, parts: readonly Part[]): string {
  const rows = parts.map((one) => [one.part, `${count(one.bytes)} bytes`, `about ${count(one.tokens)} tokens`]);
  return [
    `Tokens of ${agent} before the first prompt, estimated (${TOKEN_ESTIMATE}):\n`,
    table(rows, [1, 2]),
    'Added to each run: the working directory, the platform and the date (under 50 tokens), and the prompt.\n',
  ].join('');
}

/** Lists the instruction files of a plan, by the package that knows them. */
async function instructionFiles(plan: Plan) {
  if (plan.laterInstructions === undefined) return undefined;
  return (await installedPackage<typeof import('@loadout/claude-files')>('@loadout/claude-files'))?.listInstructions(plan);
}
