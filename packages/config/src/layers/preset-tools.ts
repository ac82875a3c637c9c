import { child, isList, isMap, isText, type ListNode, type MapNode, type Node, withEntry } from '../document/node.js';

/** The tools of the presets, by name. A test compares them with the presets' files. */
export const PRESET_TOOLS: Readonly<Record<string, readonly string[]>> = {
  full: ['Read', 'Edit', 'Write', 'Grep', 'Glob', 'Bash'],
  interactive: ['*'],
  modify: ['Read', 'Edit', 'Write', 'Grep', 'Glob'],
  orchestrator: ['Read', 'Grep', 'Glob', 'Agent'],
  readonly: ['Read', 'Grep', 'Glob'],
  research: ['WebSearch', 'WebFetch', 'Read'],
  review: ['Read', 'Grep', 'Glob'],
  test: ['Bash', 'Read', 'Grep'],
};

/** The beginning of the name of a preset, where a file, a package or an agent could stand too. */
export const PRESET = 'preset:';

/** Replaces `preset:<name>` in the lists of tools of `defaults` and of each agent by the tools of the preset. Source: G7. */
export function withPresetTools(document: MapNode): MapNode {
  const defaults = child(document, 'defaults');
  const agents = child(document, 'agents');
  let changed = document;
  if (isMap(defaults)) changed = withEntry(changed, { key: 'defaults', value: ofAgent(defaults) });
  if (!isMap(agents)) return changed;
  const entries = [...agents.entries].map(([name, entry]) => [name, { ...entry, value: ofAgent(entry.value) }] as const);
  return withEntry(changed, { key: 'agents', value: { ...agents, entries: new Map(entries) } });
}

function ofAgent(agent: Node): Node {
  const tools = child(agent, 'tools');
  return isMap(agent) && isList(tools) ? withEntry(agent, { key: 'tools', value: expanded(tools) }) : agent;
}

function expanded(tools: ListNode): ListNode {
  const written = new Set(tools.items.map((item) => (isText(item) ? item.value : undefined)));
  const items = tools.items.flatMap((item): readonly Node[] => {
    const preset = isText(item) && item.value.startsWith(PRESET) ? item.value.slice(PRESET.length) : undefined;
    if (preset === undefined || !Object.hasOwn(PRESET_TOOLS, preset)) return [item];
    const added = (PRESET_TOOLS[preset] ?? []).filter((name) => !written.has(name));
    for (const name of added) written.add(name);
    return added.map((value) => ({ kind: 'scalar', place: item.place, value }));
  });
  return { ...tools, items };
}
