import { isMap, isText, type MapNode, type ScalarNode, withEntry } from '../document/node.js';

/**
 * Adds Claude Code's defaults to the merged settings of all files. While a project waits for trust, its sandbox settings confine
 * commands and let no command run unasked.
 */
export function withSandboxDefaults(document: MapNode, { waits }: { readonly waits: boolean }): MapNode {
  const sandbox = document.entries.get('sandbox')?.value;
  if (!isMap(sandbox)) return document;
  const use = sandbox.entries.get('use')?.value;
  if (!isText(use)) return withEntry(document, { key: 'sandbox', value: undefined });
  if (use.value === 'off') return withEntry(document, { key: 'sandbox', value: { ...use } });
  const required = sandbox.entries.get('required')?.value;
  const isRequired = required?.kind !== 'scalar' || required.value !== false;
  const said = sandbox.entries.get('autoAllow')?.value;
  const autoAllow: ScalarNode = { kind: 'scalar', place: use.place, value: isRequired && !waits };
  if (said !== undefined && isRequired) return document;
  return withEntry(document, { key: 'sandbox', value: withEntry(sandbox, { key: 'autoAllow', value: autoAllow }) });
}
