import { assembleToolPool, type ToolPool } from '@loadout/core';
import type { AgentSpec } from '../agent/agent-spec.js';
import type { Exchanges } from '../ground/exchange.js';
import type { Ground } from '../ground/ground.js';
import type { Asking } from '../model/asking.js';
import { modelRequest } from '../model/model-request.js';
import type { Rules } from '../permissions/rules.js';
import { RunSkills } from '../skills/run-skills.js';
import type { Toolbox } from '../skills/toolbox.js';
import { Deferral } from '../tools/deferral.js';
import { loadedBefore } from '../tools/loaded-before.js';
import { RunTools } from '../tools/run-tools.js';
import { toolWith } from '../tools/tool-with.js';
import { listings } from './listings.js';
import { joined } from './run-state.js';

/** Makes the tools of a run: the pool and its requests, the deferred tools, the skills. */
export function toolboxOf(run: Ground & Exchanges & Rules & Asking): Toolbox {
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
    changed: () => emit({ type: 'ToolListChanged' }),
  });
  deferral.whenLoaded = () => tools.renewRequest();
  return { tools, deferral, skills: new RunSkills(spec.plan.skills, joined(run, { tools })) };
}

function withOutputTool(spec: AgentSpec, pool: ToolPool, keep: (value: unknown) => void): ToolPool {
  if (spec.output === undefined) return pool;
  const entry = (tool: ToolPool['tools'][number]) => ({ tool: tool.tool as never, name: tool.name, from: tool.origin.from });
  const of = (kind: string) => pool.tools.filter((tool) => tool.origin.kind === kind).map(entry);
  return assembleToolPool({
    baseTools: [...of('base'), { tool: spec.output.tool(keep), from: 'the runner' }],
    customTools: of('custom'),
    mcpTools: of('mcp'),
  });
}
