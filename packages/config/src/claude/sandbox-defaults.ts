import { isMap, isText, type MapNode, type ScalarNode, withEntry } from '../document/node.js';

/**
 * The settings of all files with what that tool does without a word. While a project waits for trust, what it says of a sandbox
 * keeps commands in and lets none of them run unasked.
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
