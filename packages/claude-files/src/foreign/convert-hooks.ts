import {
  child,
  conditionProblem,
  emptyMap,
  isList,
  isMap,
  isNull,
  isText,
  type MapNode,
  type Node,
  type Path,
  withEntry,
} from '@loadout/config/documents';
import { HOOK_EVENTS, nearest } from '@loadout/core';
import { isHookEvent } from '@loadout/core/run';
import type { CompatContext } from './compat-context.js';
import { HOOK_FIELDS } from './foreign-fields.js';
import { isGuarding } from './leave-out.js';
import { lose, refuse } from './tell-foreign.js';

/** Converts the hooks of a settings file or of an agent. They already have Loadout's form; unknown parts are left out. */
export function convertHooks(node: Node, path: Path, context: CompatContext): Node {
  if (isNull(node) || (isList(node) && node.items.length === 0)) return emptyMap(node.place);
  if (!isMap(node)) return node;
  const entries = [...node.entries].flatMap(([event, entry]) => {
    const here = [...path, event];
    if (isHookEvent(event)) return [[event, { ...entry, value: groups(entry.value, { event, path: here }, context) }] as const];
    const near = nearest(event, Object.keys(HOOK_EVENTS));
    const problem = `Loadout has no such event${near === undefined ? '' : `; the nearest is ${near}`}`;
    const report = near !== undefined && isGuarding(near) ? refuse : lose;
    report({ path: here, key: event, place: entry.key, problem }, context);
    return [];
  });
  return { ...node, entries: new Map(entries) };
}

interface Here {
  readonly event: keyof typeof HOOK_EVENTS;
  readonly path: Path;
}

function groups(node: Node, here: Here, context: CompatContext): Node {
  if (!isList(node)) return node;
  const items = node.items.map((group, index) => {
    const hooks = child(group, 'hooks');
    if (!isMap(group) || !isList(hooks)) return group;
    const kept = hooks.items.flatMap((hook, at) => {
      const found = convertHook(hook, { ...here, path: [...here.path, index, 'hooks', at] }, context);
      return found === undefined ? [] : [found];
    });
    return withEntry(group, { key: 'hooks', value: { ...hooks, items: kept } });
  });
  return { ...node, items };
}

function convertHook(hook: Node, here: Here, context: CompatContext): Node | undefined {
  const type = child(hook, 'type');
  if (!isMap(hook) || !isText(type)) return hook;
  const fields = Object.hasOwn(HOOK_FIELDS, type.value) ? HOOK_FIELDS[type.value] : undefined;
  const { path, event } = here;
  if (fields === undefined) {
    const report = isGuarding(event) ? refuse : lose;
    return report(
      { path, key: 'type', place: type.place, problem: `hooks of type ${type.value} do not run in Loadout` },
      context,
    );
  }
  const condition = child(hook, 'if');
  if (condition !== undefined && HOOK_EVENTS[event].isCall === undefined)
    return lose(
      { path, key: 'if', place: condition.place, problem: `${event} is not about a tool call, so the hook never runs` },
      context,
    );
  return withoutUnknown(hook, { ...here, fields }, context);
}

/**
 * Removes unknown fields. A hook with an unreadable condition is kept and runs for every call, so that no guard is lost
 * (HOOK-14).
 */
function withoutUnknown(hook: MapNode, here: Here & { readonly fields: readonly string[] }, context: CompatContext): MapNode {
  const kept = [...hook.entries].filter(([key, { key: place, value }]) => {
    const path = [...here.path, key];
    if (!here.fields.includes(key))
      return lose({ path, key, place, problem: 'Loadout does not support it for this hook type' }, context);
    const problem = key === 'if' && isText(value) ? conditionProblem(value.value, here.event) : undefined;
    if (problem === undefined) return true;
    return lose({ path, key, place, problem: `it ${problem}, so the hook runs for every call` }, context);
  });
  return { ...hook, entries: new Map(kept) };
}
