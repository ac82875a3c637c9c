import { child, isMap, type Node, type Path } from '@loadout/config/documents';
import { plainText } from './convert-text.js';
import { type Draft, slug } from './draft.js';
import { draftJson } from './draft-json.js';
import { entriesOf, given, readFields, sets, textOf, textsOf } from './read-fields.js';

/** Reads the commands of a toolset of type script, each of which becomes a tool under `tools`. Returns their names. */
export function readScripts(node: Node, path: Path, draft: Draft): readonly string[] {
  return [...entriesOf(child(node, 'shell'))].flatMap(
    ([name, { value }]) => readScript(name, { node: value, path: [...path, 'shell', name], draft }) ?? [],
  );
}

interface Written {
  readonly node: Node;
  readonly path: Path;
  readonly draft: Draft;
}

function readScript(name: string, { node, path, draft }: Written): string | undefined {
  const cmd = textOf(child(node, 'cmd'));
  if (cmd === undefined) return draft.lose(path, node.place, 'it has no cmd');
  const args = entriesOf(child(node, 'args'));
  const required = child(node, 'required');
  const needed = required === undefined ? [...args.keys()] : textsOf(required);
  const tool: Record<string, unknown> = { description: plainText(`Runs ${cmd}`) };
  const fields = {
    ...{ cmd: null, args: null, required: null },
    description: sets(tool, 'description', (value) => plainText(textOf(value) ?? '')),
    env: 'write env at the tool, with ${secret:NAME}',
    working_dir: sets(tool, 'cwd', (value) => plainText(textOf(value) ?? '')),
  };
  readFields(node, fields, { draft, path });
  const text = quoted(cmd, new Set(args.keys()));
  if (text === undefined)
    return draft.lose(path, node.place, 'a value stands where bash would read it as code; write the tool with run');
  const input = Object.fromEntries(
    [...args].map(([key, { value }]) => [
      key,
      given({ ...propertyOf(value), required: needed.includes(key) ? undefined : false }),
    ]),
  );
  const made = slug(name, 'script').replace(/[-_]+/g, '_');
  draft.tools.set(made, given({ ...tool, shell: text, input: args.size === 0 ? undefined : input }));
  draft.plugins.set('script', '@loadout/tool-script');
  draft.gain(path, node.place, `tools.${made}`);
  return made;
}

const propertyOf = (node: Node): Readonly<Record<string, unknown>> => {
  const value = isMap(node) ? draftJson(node) : {};
  return { type: 'string', ...(value as Readonly<Record<string, unknown>>) };
};

/** The parts of a shell text: what stands in quotes, and names outside of them. */
const PARTS = /'[^']*'|"(?:[^"\\]|\\.)*"|\$\{(\w+)\}|\$(\w+)/g;

/** Puts the names that stand bare into double quotes. `undefined`: one stands in single quotes, where bash does not fill it in. */
function quoted(cmd: string, names: ReadonlySet<string>): string | undefined {
  const isHidden = [...cmd.matchAll(/'[^']*'/g)].some(([part]) =>
    [...part.matchAll(/\$\{?(\w+)/g)].some(([, name = '']) => names.has(name)),
  );
  if (isHidden) return undefined;
  return cmd.replace(PARTS, (part: string, braced?: string, bare?: string) =>
    names.has(braced ?? bare ?? '') ? `"${part}"` : part,
  );
}
