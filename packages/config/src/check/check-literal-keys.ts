import { dotted, isList, isMap, isText, type MapNode, type Node, type Path } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { keysIn } from '../text/literal-key.js';

/** Warns about keys that are written into the file. Returns the keys, so that they are hidden like declared secrets (CFG-06). */
export function checkLiteralKeys(document: MapNode, report: Report): readonly string[] {
  const found: string[] = [];
  const visit = (node: Node, path: Path): void => {
    if (isMap(node)) for (const [key, entry] of node.entries) visit(entry.value, [...path, key]);
    else if (isList(node)) for (const [index, item] of node.items.entries()) visit(item, [...path, index]);
    else if (isText(node)) {
      const keys = keysIn(node.value);
      found.push(...keys);
      if (keys.length > 0) report.warn(errors.CONFIG_LITERAL_KEY({ path: dotted(path) }), { path, place: node.place });
    }
  };
  visit(document, []);
  return found;
}
