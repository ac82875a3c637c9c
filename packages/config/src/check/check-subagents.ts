import { nearest } from '@loadout/core';
import { matchesWildcard } from '@loadout/core/run';
import type { Path } from '../document/node.js';
import { errors } from '../errors.js';
import type { AgentDocument } from '../schema/config-schema.js';
import { type CheckContext, tell } from './check-context.js';
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
  for (const [name, agent] of Object.entries(context.document.agents ?? {})) {
    const names = Object.keys(agent.subagents ?? {});
    const path = ['agents', name, 'subagents'];
    const at = { ...context, at: 'key', isWarning: true } as const;
    if (names.length > 0 && !starts(agent, { ...context, offered }))
      tell(errors.CONFIG_SUBAGENTS_UNSTARTED({ agent: name, fix: fixFor(agent, offered) }), path, at);
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
  const known = [...Object.keys(context.document.agents ?? {}).filter((one) => one !== name), ...BUILT_IN_AGENTS];
  const unknown = errors.CONFIG_SUBAGENT_UNKNOWN({ agent: name, name: other, nearest: nearest(other, known), known });
  if (!known.includes(other)) tell(unknown, path, { ...context, at: 'key' });
  for (const [index, entry] of (agent.subagents?.[other]?.grants ?? []).entries())
    checkEntry({ entry, behavior: 'allow', path: [...path, 'grants', index] }, context);
  checkDepth({ name, agent, other, path }, context);
}

/** Reports an agent that lists the starting tool but does not get it when this agent starts it. */
function checkDepth({ name, agent, other, path }: Edge, context: Context): void {
  const { document } = context;
  const own = document.agents?.[other]?.tools;
  const index = own?.findIndex((tool) => STARTERS.includes(tool)) ?? -1;
  const depth = agent.limits?.subagentDepth ?? document.defaults?.limits?.subagentDepth ?? 1;
  if (index === -1 || depth > 1) return;
  const problem = errors.CONFIG_SUBAGENT_DEPTH({ agent: name, name: other, tool: own?.[index] ?? '' });
  tell(problem, path, { ...context, at: 'key', isWarning: true });
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
