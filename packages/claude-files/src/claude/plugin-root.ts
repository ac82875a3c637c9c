import { type Entry, isList, isMap, isText, type MapNode, type Node, withEntry } from '@loadout/config/documents';

const NAME = 'CLAUDE_PLUGIN_ROOT';

/** Replaces the placeholder of the plugin's folder in every text. */
export function withPluginRoot(node: Node, root: string): Node {
  if (isText(node)) return { ...node, value: node.value.replaceAll(`\${${NAME}}`, root) };
  if (isList(node)) return { ...node, items: node.items.map((item) => withPluginRoot(item, root)) };
  return isMap(node) ? mapValues(node, (value) => withPluginRoot(value, root)) : node;
}

/**
 * Replaces the placeholder in the hooks of a plugin. The hook's shell also gets the folder as a variable, because the scripts
 * that it starts may read the variable.
 */
export function withHookRoot(hooks: Node, root: string): Node {
  if (isList(hooks)) return { ...hooks, items: hooks.items.map((item) => withHookRoot(item, root)) };
  if (!isMap(hooks)) return hooks;
  const command = hooks.entries.get('command')?.value;
  if (!isText(command)) return mapValues(hooks, (value) => withHookRoot(value, root));
  const plain = withPluginRoot(hooks, root);
  if (!isMap(plain) || hooks.entries.has('args') || isPowerShell(hooks.entries.get('shell')?.value)) return plain;
  const name: Node = { ...command, value: `command ${command.value}` };
  const value = `${NAME}='${root.replaceAll("'", `'\\''`)}'; export ${NAME}; ${command.value}`;
  return withEntry(withEntry(hooks, { key: 'name', value: name }), { key: 'command', value: { ...command, value } });
}

const isPowerShell = (shell: Node | undefined): boolean => isText(shell) && shell.value === 'powershell';

const mapValues = (map: MapNode, change: (value: Node) => Node): MapNode => ({
  ...map,
  entries: new Map([...map.entries].map(([key, entry]): [string, Entry] => [key, { ...entry, value: change(entry.value) }])),
});
