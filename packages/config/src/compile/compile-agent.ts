import type { ClearToolUses } from '@loadout/core/model';
import type { AgentPlan, CompactionPlan, HookPlan, LimitsPlan, SubagentPlan } from '@loadout/core/run';
import { type Flat, placeOf } from '../document/flatten.js';
import type { Path } from '../document/node.js';
import type { AgentDocument, ConfigDocument, HooksDocument } from '../schema/config-schema.js';
import { seconds } from '../schema/duration.js';
import { toolSearch } from '../schema/tool-search.js';
import { type CompileInput, pathFrom, positionOf } from './compile-context.js';
import { compileRule, compileRules } from './compile-permissions.js';
import { compileSandbox } from './compile-sandbox.js';

const CONCURRENCY = 10;
const RETRIES = 2;

/** Compiles one agent. `defaults` apply where the agent sets no value. */
export function compileAgent(
  name: string,
  agent: AgentDocument,
  input: CompileInput & { toolNames: (name: string) => string },
): AgentPlan {
  const { flat, document, toolNames } = input;
  const defaults = document.defaults ?? {};
  const path: Path = ['agents', name];
  const model = agent.model ?? defaults.model ?? input.defaultModel ?? [];
  const effort = agent.effort ?? defaults.effort;
  const thinking = agent.thinking ?? defaults.thinking;
  const sandbox = compileSandbox(name, input);
  const servers = agent.mcpServers ?? defaults.mcpServers;
  return {
    name,
    ...(agent.description === undefined ? {} : { description: agent.description }),
    instructions: [sharedInstructions(input), instructionsOf(agent, path, input)].filter((part) => part !== '').join('\n\n'),
    ...(agent.prompt === undefined ? {} : { prompt: agent.prompt }),
    models: typeof model === 'string' ? [model] : model,
    tools: (agent.tools ?? defaults.tools ?? []).map(toolNames),
    disallowedTools: (agent.disallowedTools ?? defaults.disallowedTools ?? []).map(toolNames),
    ...(servers === undefined ? {} : { mcpServers: servers }),
    ...compileChosen(agent, document),
    ...compileSubagents(agent, { flat, path: [...path, 'subagents'] }),
    ...(agent.background === undefined ? {} : { background: agent.background }),
    ...(agent.isolation === undefined ? {} : { isolation: agent.isolation }),
    permissions: {
      ...(agent.permissions?.mode === undefined ? {} : { mode: agent.permissions.mode }),
      rules: compileRules(agent.permissions, { flat, base: [...path, 'permissions'], layer: 'agent' }),
    },
    ...(sandbox === undefined ? {} : { sandbox }),
    hooks: compileHooks(agent.hooks, { flat, base: [...path, 'hooks'] }),
    limits: compileLimits({ ...defaults.limits, ...agent.limits }),
    concurrency: agent.concurrency ?? defaults.concurrency ?? CONCURRENCY,
    ...compileContext({ ...defaults.context?.compaction, ...agent.context?.compaction }),
    ...clearToolUses(agent.context?.clearToolUses ?? defaults.context?.clearToolUses),
    ...toolSearch(agent.context?.toolSearch ?? defaults.context?.toolSearch ?? 'auto'),
    ...(agent.output === undefined ? {} : { output: { schema: agent.output.schema, retries: agent.output.retries ?? RETRIES } }),
    model: { ...(effort === undefined ? {} : { effort }), ...(thinking === undefined ? {} : { thinking }) },
    position: positionOf(flat, path),
  };
}

export const sharedInstructions = (input: CompileInput): string =>
  instructionsOf(input.document.defaults ?? {}, ['defaults'], input).trimEnd();

function instructionsOf(agent: Pick<AgentDocument, 'instructions'>, base: Path, input: CompileInput): string {
  const { instructions = '' } = agent;
  const text = (part: string | { file: string }, path: Path): string =>
    typeof part === 'string' ? part : (input.texts.get(pathFrom(part.file, { ...input, path: [...path, 'file'] })) ?? '');
  const path = [...base, 'instructions'];
  if (!Array.isArray(instructions)) return text(instructions, path);
  return instructions.map((part, index) => text(part, [...path, index]).trimEnd()).join('\n\n');
}

/** Skips unknown skill names; the check has reported them. */
function compileChosen({ skills }: AgentDocument, document: ConfigDocument): Pick<AgentPlan, 'skills'> {
  const known = skills?.filter((name) => (document.skills?.[name] ?? null) !== null);
  return known === undefined ? {} : { skills: known };
}

const compileContext = (compaction: CompactionPlan): Pick<AgentPlan, 'compaction'> =>
  Object.keys(compaction).length === 0 ? {} : { compaction };

const clearToolUses = (given: boolean | ClearToolUses = false): Pick<AgentPlan, 'clearToolUses'> =>
  given === false ? {} : { clearToolUses: given === true ? {} : given };

function compileLimits(limits: NonNullable<AgentDocument['limits']>): LimitsPlan {
  const time = seconds(limits.time);
  const answerTime = seconds(limits.answerTime);
  return {
    ...(limits.turns === undefined ? {} : { turns: limits.turns }),
    ...(limits.toolCalls === undefined ? {} : { toolCalls: limits.toolCalls }),
    ...(limits.usd === undefined ? {} : { usd: limits.usd }),
    ...(limits.subagents === undefined ? {} : { subagents: limits.subagents }),
    ...(limits.subagentDepth === undefined ? {} : { subagentDepth: limits.subagentDepth }),
    ...(time === undefined ? {} : { time }),
    ...(answerTime === undefined ? {} : { answerTime }),
    ...(limits.answerChars === undefined ? {} : { answerChars: limits.answerChars }),
    ...(limits.toolInputChars === undefined ? {} : { toolInputChars: limits.toolInputChars }),
    ...(limits.toolInputDepth === undefined ? {} : { toolInputDepth: limits.toolInputDepth }),
  };
}

export function compileHooks(set: HooksDocument | undefined, context: { flat: Flat; base: Path }): readonly HookPlan[] {
  return Object.entries(set ?? {}).flatMap(([event, groups]) =>
    (groups ?? []).flatMap((group, index) =>
      group.hooks.map((entry, at) => {
        const path = [...context.base, event, index, 'hooks', at];
        return {
          event: event as keyof HooksDocument,
          ...(group.matcher === undefined ? {} : { matcher: group.matcher }),
          ...(placeOf(context.flat, path)?.foreign === true ? { messageTo: 'person' as const } : {}),
          entry,
          position: positionOf(context.flat, path),
        };
      }),
    ),
  );
}

/** Compiles the agents that one agent may start, with the grants for each beyond its own rules. */
function compileSubagents(
  { subagents }: Pick<AgentDocument, 'subagents'>,
  { flat, path }: { readonly flat: Flat; readonly path: Path },
): Pick<AgentPlan, 'subagents'> {
  if (subagents === undefined) return {};
  const edges = Object.entries(subagents).map(([name, { grants = [] }]): [string, SubagentPlan] => {
    const rules = grants.flatMap((entry, index) =>
      compileRule({ entry, behavior: 'allow', path: [...path, name, 'grants', index] }, { flat, layer: 'agent' }),
    );
    return [name, { grants: rules, position: positionOf(flat, [...path, name]) }];
  });
  return { subagents: Object.fromEntries(edges) };
}
