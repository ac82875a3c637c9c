import type { Node, Path } from '@loadout/config/documents';
import { convertText } from './convert-text.js';
import type { Draft } from './draft.js';
import { textOf } from './read-fields.js';

const PARAMETER = /\{\{-?\s*([A-Za-z_]\w*)\s*-?\}\}/g;

/** Converts a text with `{{ name }}`. Other parts of goose's template language stay unchanged and are reported. */
export function gooseText(node: Node, path: Path, { draft, params }: { draft: Draft; params: ReadonlySet<string> }): string {
  const text = textOf(node) ?? '';
  const unknown = new Set<string>();
  const made = convertText(text, {
    pattern: PARAMETER,
    make: (name) => {
      if (params.has(name)) return `\${param:${name}}`;
      unknown.add(`{{ ${name} }}`);
      return undefined;
    },
  });
  for (const match of text.matchAll(/\{%-?\s*(\w+)|\{\{-?\s*\w+\s*[^\s\w}-]/g)) {
    unknown.add(match[1] === undefined ? 'filters and expressions' : `{% ${match[1]} %}`);
  }
  if (unknown.size > 0) draft.lose(path, node.place, `${[...unknown].join(', ')} of the template: left unchanged`);
  return made;
}
