import { clipped, type ToolPool } from '@loadout/core/run';
import type { Exchanges } from '../context/exchange.js';
import type { RunContext } from '../context/run-context.js';
import type { Asking } from '../model/asking.js';
import { modelRequest } from '../model/model-request.js';
import type { Rules } from '../permissions/permissions.js';
import { ModeNews } from '../permissions/run-permissions.js';
import { type ModelText, modelText } from '../prompts/model-texts.js';
import { FolderTexts } from '../skills/folder-texts.js';
import { RunSkills } from '../skills/run-skills.js';
import { ENTRY_CHARS, oneLine, skillEntry } from '../skills/skill-entry.js';
import type { Toolbox } from '../skills/toolbox.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import { subagentDefinitions } from '../subagents/subagent-definition.js';
import { loadedBefore, poolAnd, toolWith } from '../tools/find-tools.js';
import { Deferral, RunTools } from '../tools/run-tools.js';
import { joined } from './run-state.js';

/** Makes the tools of a run: the pool and its requests, the deferred tools, the skills. */
export function toolboxOf(run: RunContext & Exchanges & Rules & Asking): Toolbox {
  const { spec, session, model, emit } = run;
  const search = toolWith(spec.pool, 'finds-tools')?.name;
  const deferral = new Deferral({
    when: spec.agent.toolSearch,
    window: model.plan.contextWindow,
    byReference: model.current.provider.knowsReferences === true,
    search,
    loaded: loadedBefore(session.messages, search),
  });
  const tools = new RunTools({
    sources: spec.toolSources,
    poolWith: (mcpTools) =>
      withOutputTool(spec, spec.poolWith(mcpTools), (value) => {
        run.output.value = value;
      }),
    requestFor: (pool) => modelRequest(run, { tools: deferral.sent(pool), listings: listings(spec, pool) }),
    heard: (text) => session.holds(text),
    changed: () => emit({ type: 'ToolListChanged' }),
  });
  deferral.whenLoaded = () => tools.renewRequest();
  const modeNews = new ModeNews(run);
  const skills = new RunSkills(spec.plan.skills, joined(run, { tools }));
  const folderTexts = spec.plan.laterInstructions === undefined ? undefined : new FolderTexts(run);
  return { tools, deferral, modeNews, skills, folderTexts };
}

const withOutputTool = (spec: AgentSpec, pool: ToolPool, keep: (value: unknown) => void): ToolPool =>
  spec.output === undefined ? pool : poolAnd(pool, [{ tool: spec.output.tool(keep), from: 'the runner' }], 'base');

/** The number of characters of a list of skills above which the list has only names. Source: SKILL-04. */
const LIST_CHARS = 12_000;

/** Returns the lists of skills and agents for the system prompt, the same in every turn. Only for tools that the agent has. */
function listings(spec: AgentSpec, pool: ToolPool): readonly ModelText[] {
  const lists: (ModelText | undefined)[] = [];
  const [starter, loader] = [toolWith(pool, 'starts-agents'), toolWith(pool, 'loads-skills')];
  if (starter !== undefined) lists.push(agentList(spec, starter.name));
  if (loader !== undefined) lists.push(skillList(spec, loader.name));
  return lists.filter((list) => list !== undefined);
}

function agentList(spec: AgentSpec, tool: string): ModelText | undefined {
  const types = [...subagentDefinitions(spec.plan, spec.agent).values()];
  if (types.length === 0) return undefined;
  const lines = types.map(({ agent, description }) => `- ${agent.name}: ${clipped(oneLine(description), ENTRY_CHARS)}`);
  return modelText.agents(tool, lines);
}

function skillList({ plan }: AgentSpec, tool: string): ModelText | undefined {
  const skills = Object.values(plan.skills ?? {}).filter((skill) => skill.modelInvocable && skill.paths === undefined);
  if (skills.length === 0) return undefined;
  const entries = skills.map(skillEntry);
  const isShort = entries.reduce((sum, entry) => sum + entry.length, 0) <= LIST_CHARS;
  const lines = isShort ? entries : skills.map(({ name }) => `- ${name}`);
  return modelText.skills(tool, lines);
}
