import { nearest } from '@loadout/core';
import { child, type Entry, isMap, type MapNode, mapOf, type Node, type Place, withEntry } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { merge } from './merge.js';
import { PRESET, PRESET_TOOLS } from './preset-tools.js';
import { textsOf } from './read-included.js';

interface Walk {
  readonly agents: MapNode;
  readonly report: Report;
  /** The agents that are done, with everything that they extend, and how many agents that is in a row. */
  readonly whole: Map<string, { readonly agent: Node; readonly length: number }>;
}

/** The most agents that extend each other in a row. Each holds the rules of all below it, so that many would fill the memory. */
const MOST_IN_A_ROW = 64;

/**
 * Puts each agent on top of the agents and presets that its `extends` names, from left to right. They merge as files do: rules and
 * limits only get stricter. Source: G7.
 */
export function withAgentBases(document: MapNode, report: Report): MapNode {
  const agents = child(document, 'agents');
  if (!isMap(agents) || ![...agents.entries.values()].some(({ value }) => child(value, 'extends') !== undefined)) return document;
  const walk: Walk = { agents, report, whole: new Map() };
  const entries = [...agents.entries].map(([name, entry]): [string, Entry] => [
    name,
    { ...entry, value: wholeAgent(name, [], walk).agent },
  ]);
  return withEntry(document, { key: 'agents', value: { ...agents, entries: new Map(entries) } });
}

/** Returns the presets that agents of a document extend, each once. */
export function agentPresets(document: MapNode): readonly { value: string; place: Place }[] {
  const agents = child(document, 'agents');
  const found = new Map<string, Place>();
  for (const { value: agent } of isMap(agents) ? agents.entries.values() : [])
    for (const { value, place } of textsOf(child(agent, 'extends')) ?? [])
      if (isPreset(value)) found.set(value.slice(PRESET.length), place);
  return [...found].map(([value, place]) => ({ value, place }));
}

const isPreset = (value: string): boolean => value.startsWith(PRESET) && Object.hasOwn(PRESET_TOOLS, value.slice(PRESET.length));

function wholeAgent(name: string, open: readonly string[], walk: Walk): { readonly agent: Node; readonly length: number } {
  const own = child(walk.agents, name) as Node;
  const bases = textsOf(child(own, 'extends'));
  const known = walk.whole.get(name);
  if (known !== undefined || !isMap(own) || bases === undefined) return known ?? { agent: own, length: 1 };
  const plain = withEntry(own, { key: 'extends', value: undefined });
  const below = bases.flatMap((base) => baseOf(base, [...open, name], walk));
  const agent = [...below.map((base) => base.agent), plain].reduce((low, high) =>
    mergeAgents(low, high, { name, report: walk.report }),
  );
  const whole = { agent, length: 1 + Math.max(0, ...below.map(({ length }) => length)) };
  walk.whole.set(name, whole);
  return whole;
}

interface Base {
  readonly agent: MapNode;
  readonly length: number;
}

function baseOf(base: { value: string; place: Place }, open: readonly string[], walk: Walk): readonly Base[] {
  const { value, place } = base;
  const refuse = (problem: Parameters<Report['error']>[0]) => {
    walk.report.error(problem, { path: ['agents', open.at(-1) ?? '', 'extends'], place });
    return [];
  };
  if (isPreset(value)) return [{ agent: presetAgent(value, place), length: 1 }];
  if (open.includes(value)) return refuse(errors.CONFIG_CYCLE({ chain: [...open.slice(open.indexOf(value)), value] }));
  if (!walk.agents.entries.has(value)) return refuse(unknownBase(value, walk.agents));
  const whole = open.length < MOST_IN_A_ROW ? wholeAgent(value, open, walk) : undefined;
  if (whole === undefined || whole.length >= MOST_IN_A_ROW) return refuse(tooLong(value));
  return isMap(whole.agent) ? [{ ...whole, agent: whole.agent }] : [];
}

const tooLong = (target: string) =>
  errors.CONFIG_EXTENDS({
    target,
    problem: `more than ${MOST_IN_A_ROW} agents would extend each other in a row`,
    fix: 'Write what these agents share under defaults.',
  });

/** An agent with the tools of a preset. */
const presetAgent = (tools: string, place: Place): MapNode =>
  mapOf(place, { tools: { kind: 'list', place, items: [{ kind: 'scalar', place, value: tools }] } });

function unknownBase(value: string, agents: MapNode): Parameters<Report['error']>[0] {
  const names = [...agents.entries.keys(), ...Object.keys(PRESET_TOOLS).map((name) => `${PRESET}${name}`)];
  const near = nearest(value, names);
  const all = `Agents and presets: ${names.join(', ')}.`;
  return errors.CONFIG_EXTENDS({
    target: value,
    problem: 'this file has no such agent, and there is no such preset',
    fix: near === undefined ? all : `Write ${near}. ${all}`,
  });
}

/** Merges two agents under the path of the upper one, since the rules of merging go by paths. */
function mergeAgents(low: MapNode, high: MapNode, { name, report }: { readonly name: string; readonly report: Report }): MapNode {
  const below = (agent: MapNode) => mapOf(agent.place, { agents: mapOf(agent.place, { [name]: agent }) });
  const merged = child(child(merge(below(low), below(high), { report }), 'agents'), name);
  return isMap(merged) ? merged : high;
}
