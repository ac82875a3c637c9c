import { nearest } from '@loadout/core';
import type { Agent, AgentOptions } from '@loadout/runner';
import { errors } from '../errors.js';

type Pooled = Pick<Agent, 'pool'>;

/**
 * Finds typing errors in `--tools`, which would silently leave the agent without the tool. The tools of a server come later. Throws
 * TOOLS_FLAG_UNKNOWN.
 */
export function checkToolsFlag(
  agent: Pooled & { readonly spec: Pick<Agent['spec'], 'mayCome'> },
  wanted: readonly string[],
): void {
  const unknown = new Set(notesOf(agent, 'unknown'));
  const names = wanted.filter((name) => unknown.has(name) && !agent.spec.mayCome(name));
  const [first] = names;
  if (first === undefined) return;
  const available = offered(agent);
  throw errors.TOOLS_FLAG_UNKNOWN({ names, available, nearest: nearest(first, available) });
}

/**
 * Finds typing errors in the rules of flags. A rule may name a tool that the agent lacks, but a name that is almost the name of
 * one of its tools is an error.
 */
export function ruleSlips(agent: Pooled, { deny = [], ask = [], allow = [] }: NonNullable<AgentOptions['permissions']>) {
  const names = offered(agent);
  return [...deny, ...ask, ...allow].flatMap((text) => {
    const tool = text.trim().split('(', 1)[0] ?? '';
    if (tool.includes('*') || agent.pool.get(tool) !== undefined) return [];
    if (names.some((name) => name.toLowerCase() === tool.toLowerCase())) return [];
    const near = nearest(tool, names);
    return near === undefined ? [] : [`The rule ${text} does not match any tool of this agent. Did you mean ${near}?`];
  });
}

const notesOf = ({ pool }: Pooled, kind: 'unknown' | 'removed') =>
  pool.notes.filter((note) => note.kind === kind).map((note) => note.name);

const offered = (agent: Pooled): readonly string[] =>
  [...new Set([...agent.pool.tools.map((tool) => tool.name), ...notesOf(agent, 'removed')])].sort();
