import { child, type Entry, isList, isMap, isText, type MapNode, type Node, withEntry } from '@loadout/config/documents';

/** The values of `${NAME}` in the texts of a plugin, by name. */
export type Values = ReadonlyMap<string, Value>;

export interface Value {
  /** The text. With `isTemplate`, one of a configuration, in which `${…}` is filled in later. */
  readonly text: string;
  readonly isTemplate?: boolean | undefined;
  /** The texts of a list of values, of which `text` is the whole. */
  readonly items?: readonly string[] | undefined;
  /** Whether nobody but the plugin's own programs may get it. */
  readonly isSecret?: boolean | undefined;
}

const NAMES = /\$\{([A-Za-z_]\w*(?:\.\w+)?)\}/g;

/** Replaces the placeholders in every text that is filled in later, such as those of a server. */
export function withValues(node: Node, values: Values): Node {
  return filled(node, values, ({ text, isTemplate }) => (isTemplate === true ? text : text.replaceAll('$', '$$$$')));
}

/** Replaces the placeholders in texts that are used as they are. A value that is known only later, or secret, stays out. */
export function withPlainValues(node: Node, values: Values): Node {
  return filled(node, values, ({ text, isTemplate, isSecret }) => (isTemplate === true || isSecret === true ? undefined : text));
}

/** Fills in each placeholder that has a value and a text. The others stay. */
function filled(node: Node, values: Values, textOf: (value: Value) => string | undefined): Node {
  const fill = (text: string) =>
    text.replace(NAMES, (whole, name: string) => {
      const value = values.get(name);
      return (value && textOf(value)) ?? whole;
    });
  return mapTexts(node, (one) => ({ ...one, value: fill(one.value) }));
}

type TextNode = Extract<Node, { kind: 'scalar' }> & { readonly value: string };

/** Changes the texts of a node. */
function mapTexts(node: Node, change: (text: TextNode) => Node): Node {
  if (isText(node)) return change(node);
  if (isList(node)) return { ...node, items: node.items.map((item) => mapTexts(item, change)) };
  return isMap(node) ? mapValues(node, (value) => mapTexts(value, change)) : node;
}

export const mapValues = (map: MapNode, change: (value: Node) => Node): MapNode => ({
  ...map,
  entries: new Map([...map.entries].map(([key, entry]): [string, Entry] => [key, { ...entry, value: change(entry.value) }])),
});

/** Gives the values to a hook: to its program as variables, and into its arguments. The shell of a line fills in variables itself. */
export function withHookValues(hooks: Node, values: Values): Node {
  if (isList(hooks)) return { ...hooks, items: hooks.items.map((item) => withHookValues(item, values)) };
  if (!isMap(hooks)) return hooks;
  const type = hooks.entries.get('type')?.value;
  if (!isText(type)) return mapValues(hooks, (value) => withHookValues(value, values));
  const filled = mapTexts(hooks, (one) => inHook(one, values));
  const command = child(hooks, 'command');
  if (type.value !== 'command' || command === undefined || !isMap(filled)) return filled;
  const plain = isShellLine(hooks) ? withEntry(filled, { key: 'command', value: command }) : filled;
  return withEntry(plain, { key: 'env', value: variables(values, command) });
}

/** Whether a shell that knows `${NAME}` as variables reads the command of a hook. */
const isShellLine = (hook: MapNode): boolean => {
  const shell = child(hook, 'shell');
  return child(hook, 'args') === undefined && !(isText(shell) && shell.value === 'powershell');
};

/** A text of a hook. The configuration fills in references of the person's own options, and none that the plugin wrote. */
function inHook(node: TextNode, values: Values): Node {
  const pieces = node.value.split(NAMES);
  const isTemplate = pieces.some((piece, index) => index % 2 === 1 && values.get(piece)?.isTemplate === true);
  const literal = (text: string) => (isTemplate ? text.replaceAll('${', '$$$${') : text);
  const filled = (name: string) => {
    const { text, isTemplate: refers } = values.get(name) ?? { text: `\${${name}}` };
    return refers === true ? text : literal(text);
  };
  const value = pieces.map((piece, index) => (index % 2 === 0 ? literal(piece) : filled(piece))).join('');
  return isTemplate ? { ...node, value, verbatim: false } : { ...node, value };
}

function variables(values: Values, { place }: Node): MapNode {
  const entries = [...values].map(([name, { text, isTemplate }]): [string, Entry] => [
    variableOf(name),
    { key: place, value: { kind: 'scalar', place, value: text, verbatim: isTemplate !== true } },
  ]);
  return { kind: 'map', place, entries: new Map(entries) };
}

/** `user_config.api_key` is `CLAUDE_PLUGIN_OPTION_API_KEY` for a program. */
const variableOf = (name: string): string =>
  name.startsWith('user_config.') ? `CLAUDE_PLUGIN_OPTION_${name.slice('user_config.'.length).toUpperCase()}` : name;
