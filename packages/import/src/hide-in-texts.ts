import { isList, isMap, isText, type Node, type Path, type Place, startOf } from '@loadout/config/documents';
import type { Draft } from './draft.js';
import { type Hide, hideInside, hideKeysIn } from './written-secret.js';

/**
 * Takes keys out of what is no server: instructions, descriptions, commands and addresses. The name of a variable stands in their place,
 * since a text for a model has no secrets. An option of a provider refers to the variable.
 */
export function hideInTexts(draft: Draft): void {
  const hide: Hide = (key, value) => {
    const name = draft.variableFor(['import', key], value);
    const { path, place } = placeOf(value, draft);
    draft.lose(path, place, `a secret is not copied; ${name} stands in its place`);
    return name;
  };
  // A value with a variable of bash stands nowhere in the file.
  const inCommand: Hide = (key, value) => (value.includes('$') ? value : hide(key, value));
  const refer: Hide = (key, value) => {
    hide(key, value);
    return draft.secret(draft.variableFor(['import', key], value));
  };
  const texts = <T>(value: T): T => changed(value, (text) => hideKeysIn(text, hide));
  draft.name = texts(draft.name);
  draft.description = texts(draft.description);
  for (const [path, text] of draft.files) draft.files.set(path, texts(text));
  for (const [name, agent] of draft.agents) draft.agents.set(name, texts(agent));
  for (const [name, tool] of draft.tools)
    draft.tools.set(
      name,
      changed(tool, (text) => hideInside(text, inCommand)),
    );
  for (const [event, groups] of draft.hooks)
    draft.hooks.set(
      event,
      changed(groups, (text) => hideInside(text, inCommand)),
    );
  for (const [name, provider] of draft.providers)
    draft.providers.set(
      name,
      changed(provider, (text) => hideInside(text, refer)),
    );
  draft.permissions = texts(draft.permissions);
  draft.sandbox = texts(draft.sandbox);
}

/** A value with other texts. Keys stay. */
function changed<T>(value: T, change: (text: string) => string): T;
function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => changed(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changed(item, change)]));
}

/** Where a secret stands in the other files. */
function placeOf(secret: string, { sources }: Draft): { readonly path: Path; readonly place: Place } {
  const search = (node: Node, path: Path): { readonly path: Path; readonly place: Place } | undefined => {
    if (isText(node)) return node.value.includes(secret) ? { path, place: node.place } : undefined;
    const inner = isMap(node)
      ? [...node.entries].map(([key, entry]) => [key, entry.value] as const)
      : isList(node)
        ? node.items.map((item, index) => [index, item] as const)
        : [];
    for (const [key, value] of inner) {
      const found = search(value, [...path, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const source of sources) {
    const found = search(source, []);
    if (found !== undefined) return found;
  }
  const place = sources[0]?.place ?? startOf('');
  return { path: [], place };
}
