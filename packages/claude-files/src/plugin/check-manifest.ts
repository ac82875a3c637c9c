import { child, isList, isMap, isText, type Node, type Path } from '@loadout/config/documents';
import type { CompatContext } from '../foreign/compat-context.js';
import { lose, refuse } from '../foreign/tell-foreign.js';
import type { Manifest } from './read-manifest.js';

const isTexts = (node: Node): boolean => isList(node) && node.items.every(isText);
const isUrl = (node: Node): boolean => isText(node) && URL.canParse(node.value);
const isAuthor = (node: Node): boolean => isText(child(node, 'name'));

/** Keys about the plugin for people. Claude Code refuses a plugin with another form; here no part of it depends on them. */
const ABOUT: Readonly<Record<string, { readonly fits: (node: Node) => boolean; readonly form: string }>> = {
  version: { fits: isText, form: 'a text' },
  description: { fits: isText, form: 'a text' },
  author: { fits: isAuthor, form: 'a map with a name' },
  homepage: { fits: isUrl, form: 'an address' },
  repository: { fits: isText, form: 'a text' },
  license: { fits: isText, form: 'a text' },
  keywords: { fits: isTexts, form: 'a list of texts' },
};

const TYPES = ['string', 'number', 'boolean', 'directory', 'file'];
const FIELDS = ['type', 'title', 'description', 'required', 'default', 'multiple', 'sensitive', 'min', 'max'];

/** Names what Claude Code would refuse in a manifest. An option that cannot be filled in is an error here too. */
export function checkManifest({ document, place }: Manifest, context: CompatContext): void {
  const tell = (path: Path, node: Node | undefined, problem: string) =>
    lose({ path, key: path.join('.'), place: node?.place ?? place, problem }, context);
  if (document.entries.size > 0 && !document.entries.has('name')) tell(['name'], undefined, 'Claude Code needs one');
  for (const [key, { fits, form }] of Object.entries(ABOUT)) {
    const node = child(document, key);
    if (node !== undefined && !fits(node)) tell([key], node, `Claude Code expects ${form}`);
  }
  const options = child(document, 'userConfig');
  for (const [name, { key, value }] of isMap(options) ? options.entries : []) {
    const path: Path = ['userConfig', name];
    const type = child(value, 'type');
    const wrong = !/^[A-Za-z_]\w*$/.test(name)
      ? 'its name cannot be a variable'
      : !isText(type) || !TYPES.includes(type.value)
        ? `its type is none of ${TYPES.join(', ')}`
        : undefined;
    if (wrong !== undefined) refuse({ path, key: path.join('.'), place: key, problem: wrong }, context);
    for (const field of ['title', 'description'])
      if (!isText(child(value, field))) tell([...path, field], value, 'Claude Code needs it');
    for (const [field, entry] of isMap(value) ? value.entries : [])
      if (!FIELDS.includes(field)) tell([...path, field], entry.value, 'Claude Code does not know it');
  }
}
