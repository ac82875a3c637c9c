import { nearest } from '@loadout/core';
import { child, type Entry, isMap, type MapNode, type Node, type Place, withEntry } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { merge } from './merge.js';
import { PRESET_TOOLS } from './preset-tools.js';
import { textsOf } from './read-included.js';

const PREFIX = 'preset:';

interface Walk {
  readonly agents: MapNode;
  readonly report: Report;
  /** The agents that are done, with everything that they extend. */
  readonly whole: Map<string, Node>;
}

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
    { ...entry, value: wholeAgent(name, [], walk) },
  ]);
  return withEntry(document, { key: 'agents', value: { ...agents, entries: new Map(entries) } });
}

/** Returns the presets that agents of a document extend, each once. */
export function agentPresets(document: MapNode): readonly { value: string; place: Place }[] {
  const agents = child(document, 'agents');
  const found = new Map<string, Place>();
  for (const { value: agent } of isMap(agents) ? agents.entries.values() : [])
    for (const { value, place } of textsOf(child(agent, 'extends')) ?? [])
      if (isPreset(value)) found.set(value.slice(PREFIX.length), place);
  return [...found].map(([value, place]) => ({ value, place }));
}

const isPreset = (value: string): boolean => value.startsWith(PREFIX) && Object.hasOwn(PRESET_TOOLS, value.slice(PREFIX.length));

function wholeAgent(name: string, open: readonly string[], walk: Walk): Node {
  const own = child(walk.agents, name) as Node;
  const bases = textsOf(child(own, 'extends'));
  const known = walk.whole.get(name);
  if (known !== undefined || !isMap(own) || bases === undefined) return known ?? own;
  const plain = withEntry(own, { key: 'extends', value: undefined });
  const below = bases.flatMap((base) => baseOf(base, [...open, name], walk));
  const whole = [...below, plain].reduce((low, high) => mergeAgents(low, high, { name, report: walk.report }));
  walk.whole.set(name, whole);
  return whole;
}

function baseOf(base: { value: string; place: Place }, open: readonly string[], walk: Walk): readonly MapNode[] {
  const { value, place } = base;
  const at = { path: ['agents', open.at(-1) ?? '', 'extends'], place };
  if (isPreset(value)) return [presetAgent(value, place)];
  if (open.includes(value)) {
    walk.report.error(errors.CONFIG_CYCLE({ chain: [...open.slice(open.indexOf(value)), value] }), at);
    return [];
  }
  if (!walk.agents.entries.has(value)) {
    walk.report.error(unknownBase(value, walk.agents), at);
    return [];
  }
  const whole = wholeAgent(value, open, walk);
  return isMap(whole) ? [whole] : [];
}

/** An agent with the tools of a preset. */
function presetAgent(tools: string, place: Place): MapNode {
  const value: Node = { kind: 'list', place, items: [{ kind: 'scalar', place, value: tools }] };
  return { kind: 'map', place, entries: new Map([['tools', { key: place, value }]]) };
}

function unknownBase(value: string, agents: MapNode): Parameters<Report['error']>[0] {
  const names = [...agents.entries.keys(), ...Object.keys(PRESET_TOOLS).map((name) => `${PREFIX}${name}`)];
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
  const below = (agent: MapNode): MapNode => inMap('agents', inMap(name, agent));
  const merged = child(child(merge(below(low), below(high), { report }), 'agents'), name);
  return isMap(merged) ? merged : high;
}

const inMap = (key: string, value: MapNode): MapNode => ({
  kind: 'map',
  place: value.place,
  entries: new Map([[key, { key: value.place, value }]]),
});
