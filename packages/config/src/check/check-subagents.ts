import { nearest } from '@loadout/core';
import { matchesWildcard } from '@loadout/core/run';
import { placeOf } from '../document/flatten.js';
import { dotted, type Path } from '../document/node.js';
import { errors } from '../errors.js';
import type { AgentDocument } from '../schema/config-schema.js';
import type { CheckContext } from './check-context.js';
import { checkEntry } from './check-rules.js';
import { adviceFor } from './check-tools.js';
import { isOffered, type OfferedTools } from './offered-tools.js';

/** The agents that every agent may start without declaring them. */
const BUILT_IN_AGENTS: readonly string[] = ['general-purpose', 'Explore', 'Plan'];

/** The names of the tool that starts agents. */
const STARTERS = ['Agent', 'Task'];

type Context = CheckContext & { readonly offered: OfferedTools };

/**
 * Checks what agents declare about their subagents: the names, the grants, and whether the agent can start any at all (POOL-19).
 */
export function checkSubagents(context: CheckContext, offered: OfferedTools): void {
  const { document, report, flat } = context;
  for (const [name, agent] of Object.entries(document.agents ?? {})) {
    const names = Object.keys(agent.subagents ?? {});
    const path = ['agents', name, 'subagents'];
    if (names.length > 0 && !starts(agent, { ...context, offered }))
      report.warn(errors.CONFIG_SUBAGENTS_UNSTARTED({ agent: name, fix: fixFor(agent, offered) }), {
        path,
        place: placeOf(flat, path, 'key'),
      });
    for (const other of names) checkEdge({ name, agent, other, path: [...path, other] }, { ...context, offered });
  }
}

interface Edge {
  readonly name: string;
  readonly agent: AgentDocument;
  readonly other: string;
  readonly path: Path;
}

function checkEdge({ name, agent, other, path }: Edge, context: Context): void {
  const { document, report, flat, failed, offered } = context;
  const place = placeOf(flat, path, 'key');
  const known = [...Object.keys(document.agents ?? {}).filter((one) => one !== name), ...BUILT_IN_AGENTS];
  if (!known.includes(other) && !failed.has(dotted(path)))
    report.error(errors.CONFIG_SUBAGENT_UNKNOWN({ agent: name, name: other, nearest: nearest(other, known), known }), {
      path,
      place,
    });
  for (const [index, entry] of (agent.subagents?.[other]?.grants ?? []).entries())
    checkEntry({ entry, behavior: 'allow', path: [...path, 'grants', index] }, { flat, report, failed, offered });
  checkDepth({ name, agent, other, path }, context);
}

/** Reports an agent that lists the starting tool but does not get it when this agent starts it. */
function checkDepth({ name, agent, other, path }: Edge, { document, report, flat }: Context): void {
  const own = document.agents?.[other]?.tools;
  const index = own?.findIndex((tool) => STARTERS.includes(tool)) ?? -1;
  const depth = agent.limits?.subagentDepth ?? document.defaults?.limits?.subagentDepth ?? 1;
  if (index === -1 || depth > 1) return;
  const problem = errors.CONFIG_SUBAGENT_DEPTH({ agent: name, name: other, tool: own?.[index] ?? '' });
  report.warn(problem, { path, place: placeOf(flat, path, 'key') });
}

function starts(agent: AgentDocument, { document, offered }: Context): boolean {
  const tools = agent.tools ?? document.defaults?.tools ?? [];
  const taken = agent.disallowedTools ?? document.defaults?.disallowedTools ?? [];
  const names = (list: readonly string[]) => STARTERS.some((tool) => list.some((entry) => matchesWildcard(entry, tool)));
  return isOffered('Agent', offered) && names(tools) && !names(taken);
}

const fixFor = (agent: AgentDocument, offered: OfferedTools) =>
  isOffered('Agent', offered)
    ? `${agent.disallowedTools?.some((entry) => matchesWildcard(entry, 'Agent')) === true ? 'Remove Agent from disallowedTools' : 'Add Agent to its tools'}, or remove subagents.`
    : adviceFor('Agent', offered).fix;
