import { plural, table } from '@loadout/command';
import { knownServers, offeredTools, poolWithServers, withAgent } from '@loadout/command/runs';
import { agentArgument, configFlags, defineCommand, jsonFlag } from '@loadout/core/commands';
import { TOKEN_ESTIMATE, tokensOfChars } from '@loadout/core/model';
import type { Plan } from '@loadout/core/run';
import { type Agent, installedPackage, preloadedSkills } from '@loadout/runner';

const definition = {
  name: 'context',
  group: 'look',
  summary: 'Show how many tokens an agent uses before the first prompt.',
  positionals: [agentArgument],
  flags: [...configFlags, jsonFlag],
  examples: ['reviewer'],
} as const;

export default defineCommand(definition, async ({ positionals: [agent], flags }, host) => {
  const { plan, disabled } = await host.load(flags);
  const { env } = host;
  await withAgent(plan, {
    agent,
    env,
    use: async (ready) => {
      const servers = await knownServers(plan, { agent: ready.name, env, off: disabled('mcpServers') });
      const parts = await partsOf({ spec: ready.spec, pool: poolWithServers(ready, servers) }, plan);
      const total = sumOf(parts);
      const instructions = await instructionFiles(plan);
      const unknownServers = [...servers.unknown, ...servers.named];
      if (flags.json)
        host.json({
          agent: ready.name,
          parts,
          total,
          estimate: TOKEN_ESTIMATE,
          unknownServers,
          instructionFiles: instructions?.files,
        });
      else {
        host.out(text(ready.name, [...parts, total]) + (instructions?.text ?? ''));
        for (const key of unknownServers)
          host.out(`Not counted: the tools of mcpServers.${key}, which are known once it has run.\n`);
      }
    },
  });
  return 0;
});

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

function sumOf(parts: readonly Part[]): Part {
  const sum = (of: 'bytes' | 'tokens') => parts.reduce((before, part) => before + part[of], 0);
  return { part: 'total', bytes: sum('bytes'), tokens: sum('tokens') };
}

function text(agent: string, parts: readonly Part[]): string {
  const rows = parts.map((one) => [one.part, plural(one.bytes, 'byte'), `about ${plural(one.tokens, 'token')}`]);
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
