import { basename } from 'node:path';
import type { AgentPlan, HookPlan, InstructionFilePlan, Plan, SubagentPlan } from '@loadout/core/run';
import { type Flat, placeOf } from '../document/flatten.js';
import type { Path, Place } from '../document/node.js';
import { agentKeys } from '../schema/agent.js';
import type { AgentDocument, HooksDocument } from '../schema/config-schema.js';
import { seconds } from '../schema/duration.js';
import { limitKeys } from '../schema/parts.js';
import { toolSearch } from '../schema/tool-search.js';
import { asWritten, type CompileInput, given, pathFrom, positionOf } from './compile-context.js';
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
  const compaction = { ...defaults.context?.compaction, ...agent.context?.compaction };
  const clears = agent.context?.clearToolUses ?? defaults.context?.clearToolUses ?? false;
  return given({
    ...asWritten(agentKeys, agent, defaults),
    name,
    instructions: [sharedInstructions(input), instructionsOf(agent, path, input)].filter((part) => part !== '').join('\n\n'),
    models: typeof model === 'string' ? [model] : model,
    tools: (agent.tools ?? defaults.tools ?? []).map(toolNames),
    disallowedTools: (agent.disallowedTools ?? defaults.disallowedTools ?? []).map(toolNames),
    // The check has reported the names of unknown skills.
    skills: agent.skills?.filter((skill) => (document.skills?.[skill] ?? null) !== null),
    subagents: compileSubagents(agent, { flat, path: [...path, 'subagents'] }),
    permissions: given({
      mode: agent.permissions?.mode,
      rules: compileRules(agent.permissions, { flat, base: [...path, 'permissions'], layer: 'agent' }),
    }),
    sandbox: compileSandbox(name, input),
    hooks: compileHooks(agent.hooks, { flat, base: [...path, 'hooks'] }),
    limits: given({
      ...asWritten(limitKeys, agent.limits, defaults.limits),
      time: seconds(agent.limits?.time ?? defaults.limits?.time),
      answerTime: seconds(agent.limits?.answerTime ?? defaults.limits?.answerTime),
    }),
    concurrency: agent.concurrency ?? defaults.concurrency ?? CONCURRENCY,
    compaction: Object.keys(compaction).length === 0 ? undefined : compaction,
    clearToolUses: clears === true ? {} : clears === false ? undefined : clears,
    ...toolSearch(agent.context?.toolSearch ?? defaults.context?.toolSearch ?? 'auto'),
    output: agent.output && { schema: agent.output.schema, retries: agent.output.retries ?? RETRIES },
    model: given({ effort: agent.effort ?? defaults.effort, thinking: agent.thinking ?? defaults.thinking }),
    position: positionOf(flat, path),
  });
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

/** The hooks of a set, each with its event and its path. */
export const hookEntries = (set: HooksDocument | undefined, base: Path) =>
  Object.entries(set ?? {}).flatMap(([event, groups]) =>
    (groups ?? []).flatMap(({ matcher, hooks }, index) =>
      hooks.map((entry, at) => ({
        event: event as keyof HooksDocument,
        matcher,
        entry,
        path: [...base, event, index, 'hooks', at] as Path,
      })),
    ),
  );

export const compileHooks = (set: HooksDocument | undefined, { flat, base }: { flat: Flat; base: Path }): readonly HookPlan[] =>
  hookEntries(set, base).map(({ path, ...hook }) =>
    given({
      ...hook,
      messageTo: placeOf(flat, path)?.foreign === true ? ('person' as const) : undefined,
      position: positionOf(flat, path),
    }),
  );

/** Compiles the agents that one agent may start, with the grants for each beyond its own rules. */
function compileSubagents(
  { subagents }: Pick<AgentDocument, 'subagents'>,
  { flat, path }: { readonly flat: Flat; readonly path: Path },
): AgentPlan['subagents'] {
  if (subagents === undefined) return undefined;
  const edges = Object.entries(subagents).map(([name, { grants = [] }]): [string, SubagentPlan] => {
    const rules = grants.flatMap((entry, index) =>
      compileRule({ entry, behavior: 'allow', path: [...path, name, 'grants', index] }, { flat, layer: 'agent' }),
    );
    return [name, { grants: rules, position: positionOf(flat, [...path, name]) }];
  });
  return Object.fromEntries(edges);
}

/**
 * The files whose texts every agent receives: those of other tools, such as CLAUDE.md with its imports, and those that `defaults`
 * name.
 */
export function compileInstructionFiles(input: CompileInput): Pick<Plan, 'instructionFiles'> {
  const { instructions = [] } = input.document.defaults ?? {};
  const base: Path = ['defaults', 'instructions'];
  const isList = Array.isArray(instructions);
  const parts = isList ? instructions : [instructions];
  const files = parts.flatMap((part, index) => fileOf(part, isList ? [...base, index] : base, input) ?? []);
  return files.length === 0 ? {} : { instructionFiles: files };
}

function fileOf(part: string | { readonly file: string }, path: Path, input: CompileInput): InstructionFilePlan | undefined {
  const place = placeOf(input.flat, path);
  if (typeof part !== 'string') {
    const file = pathFrom(part.file, { ...input, path: [...path, 'file'] });
    return { path: file, type: typeOf(file, place) };
  }
  return place?.foreign === true ? { path: place.file, type: typeOf(place.file, place) } : undefined;
}

function typeOf(file: string, place: Place | undefined): InstructionFilePlan['type'] {
  if (place?.layer === 'managed') return 'Managed';
  if (place?.layer === 'user') return 'User';
  return basename(file) === 'CLAUDE.local.md' ? 'Local' : 'Project';
}
