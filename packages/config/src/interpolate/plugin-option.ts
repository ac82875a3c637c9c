import type { Path } from '../document/node.js';
import type { BadReference } from './template.js';

/** Says of an option of a mounted plugin without a value where the value belongs. Returns any other part unchanged. */
export function withOptionFix(part: BadReference, path: Path): BadReference {
  const option = /^\$\{user_config\.(\w+)\}$/.exec(part.text)?.[1];
  if (option === undefined) return part;
  // Servers of a plugin are called plugin:<mount>:<name>.
  const mount = path.map((key) => /^plugin:([^:]+):/.exec(String(key))?.[1]).find((one) => one !== undefined);
  const fix = `Give it one: plugins.${mount ?? '<name>'}.options.${option}, a text or \${env:NAME}.`;
  return { text: part.text, problem: 'is an option of the plugin that has no value', fix };
}
