import { commonUrls } from '../compile/hook-urls.js';
import {
  dotted,
  type Entry,
  isList,
  isMap,
  isNull,
  isText,
  type ListNode,
  type MapNode,
  type Node,
  type Path,
  positionText,
} from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { seconds } from '../schema/duration.js';

interface MergeContext {
  readonly report: Report;
  /**
   * Merges as Claude Code merges its settings: lists add up, and the later of two agents or servers with one name replaces the
   * earlier.
   */
  readonly adds?: boolean | undefined;
  /** Adds allow rules and working directories to those below, where other lists replace. */
  readonly addsRules?: boolean | undefined;
}

/** Puts `over` on `base`. Maps merge, scalars and lists replace, null removes; rules and limits only get stricter. */
export function merge(base: MapNode, over: MapNode, context: MergeContext): MapNode {
  return mergeMaps(base, over, { ...context, path: [] });
}

interface Here extends MergeContext {
  readonly path: Path;
}

function mergeMaps(base: MapNode, over: MapNode, here: Here): MapNode {
  const entries = new Map<string, Entry>(base.entries);
  for (const [key, entry] of over.entries) {
    const below = entries.get(key);
    const at = { ...here, path: [...here.path, key] };
    if (below === undefined) entries.set(key, entry);
    else if (!isNull(entry.value)) entries.set(key, { key: entry.key, value: mergeValues(below.value, entry.value, at) });
    else if (stays(at.path) && !isNull(below.value)) refuseRemoval(below, entry, at);
    else entries.delete(key);
  }
  return { kind: 'map', place: over.place, entries };
}

function mergeValues(below: Node, above: Node, here: Here): Node {
  // A skill replaces a lower skill of the same name as a whole.
  if (here.path[0] === 'skills' && here.path.length === 2) return above;
  if (here.path[0] === 'tools' && here.path.length === 2) return refuseSecond(below, above, here);
  if (here.adds === true && isWhole(here.path)) return above;
  if (inSandbox(here.path)?.length === 0) return mergeSandboxes(below, above, here);
  if (isMap(below) && isMap(above)) return mergeMaps(below, above, here);
  if (isRuleList(here.path) && isList(below) && isList(above)) return union(below, above);
  if (here.addsRules === true && isGrantList(here.path) && isList(below) && isList(above)) return union(below, above);
  if (isLimit(here.path)) return smaller(below, above, here);
  if (inBudget(here.path)?.length === 1) return unchanged(below, above, here);
  if (isHookUrls(here.path) && isList(below) && isList(above)) return common(below, above);
  if (here.adds === true && isList(below) && isList(above)) return union(below, above);
  if (here.adds === true && isTexts(here.path)) return union(asList(below), asList(above));
  return above;
}

/** Whether a value is replaced as a whole where all other values add up. */
const isWhole = (path: Path): boolean => path.length === 2 && (path[0] === 'agents' || path[0] === 'mcpServers');
const isTexts = (path: Path): boolean => path.length === 2 && path[0] === 'defaults' && path[1] === 'instructions';
const asList = (node: Node): ListNode => (isList(node) ? node : { kind: 'list', place: node.place, items: [node] });

const inPermissions = (path: Path): Path | undefined => {
  if (path[0] === 'permissions') return path.slice(1);
  return path[0] === 'agents' && path[2] === 'permissions' ? path.slice(3) : undefined;
};
const inLimits = (path: Path): Path | undefined => {
  if (path[0] === 'defaults' && path[1] === 'limits') return path.slice(2);
  return path[0] === 'agents' && path[2] === 'limits' ? path.slice(3) : undefined;
};

const inSandbox = (path: Path): Path | undefined => {
  if (path[0] === 'sandbox') return path.slice(1);
  return path[0] === 'agents' && path[2] === 'sandbox' ? path.slice(3) : undefined;
};
const DENYING = new Set(['filesystem.denyWrite', 'filesystem.denyRead', 'network.deniedDomains']);

/** Merges two sandboxes as maps. `sandbox: bubblewrap` is short for a map with `use: bubblewrap`. */
function mergeSandboxes(below: Node, above: Node, here: Here): Node {
  const [first, second] = [below, above].map((node) => {
    if (!isText(node)) return node;
    return { kind: 'map' as const, place: node.place, entries: new Map([['use', { key: node.place, value: node }]]) };
  });
  return isMap(first) && isMap(second) ? mergeMaps(first, second, here) : above;
}

/** Whether the path is a list that can only grow. */
function isRuleList(path: Path): boolean {
  const inside = inSandbox(path);
  if (inside !== undefined) return DENYING.has(dotted(inside));
  const rest = inPermissions(path);
  return rest?.length === 1 && (rest[0] === 'deny' || rest[0] === 'ask');
}
/** Whether the path is a list of what runs unasked. */
function isGrantList(path: Path): boolean {
  const rest = inPermissions(path);
  return rest?.length === 1 && (rest[0] === 'allow' || rest[0] === 'additionalDirectories');
}
const inBudget = (path: Path): Path | undefined => (path[0] === 'budgets' && path.length > 1 ? path.slice(2) : undefined);
const isLimit = (path: Path): boolean => inLimits(path)?.length === 1 || dotted(inBudget(path) ?? []) === 'usd';
const isHookUrls = (path: Path): boolean => path.length === 1 && path[0] === 'allowedHttpHookUrls';
const stays = (path: Path): boolean =>
  isRuleList(path) ||
  isLimit(path) ||
  isHookUrls(path) ||
  inPermissions(path)?.length === 0 ||
  inLimits(path)?.length === 0 ||
  path[0] === 'budgets';

function refuseRemoval(below: Entry, above: Entry, here: Here): void {
  const what = dotted(here.path);
  const problem = errors.CONFIG_ONLY_NARROWS({ what, from: below.key.file });
  here.report.error(problem, { path: here.path, place: above.value.place });
}

/** Refuses a second tool of a name: neither file says which of the two programs a rule for the name is about. */
function refuseSecond(below: Node, above: Node, here: Here): Node {
  const details = { name: String(here.path[1]), first: positionText(below.place), second: positionText(above.place) };
  here.report.error(errors.CONFIG_TOOL_TWICE(details), { path: here.path, place: above.place });
  return above;
}

/** Refuses another period or another subject of a budget, since neither is narrower than the other. */
function unchanged(below: Node, above: Node, here: Here): Node {
  if (textOf(below) === textOf(above)) return above;
  const details = { path: dotted(here.path), value: textOf(above), kept: textOf(below), from: positionText(below.place) };
  here.report.error(errors.CONFIG_BUDGET_CHANGED(details), { path: here.path, place: above.place });
  return below;
}

function union(below: ListNode, above: ListNode): ListNode {
  const seen = new Set(below.items.map((item) => (isText(item) ? item.value : item)));
  return { ...above, items: [...below.items, ...above.items.filter((item) => !seen.has(isText(item) ? item.value : item))] };
}

/** The intersection of two lists that can only shrink. */
function common(below: ListNode, above: ListNode): ListNode {
  const texts = (list: ListNode) => list.items.flatMap((item) => (isText(item) ? [item.value] : []));
  const kept = new Set(commonUrls(texts(below), texts(above)));
  const items = [...above.items, ...below.items].filter((item) => !isText(item) || kept.delete(item.value));
  return { ...above, items };
}

function smaller(below: Node, above: Node, here: Here): Node {
  const [value, kept] = [textOf(above), textOf(below)];
  const details = { path: dotted(here.path), value, kept, from: positionText(below.place) };
  if (value !== kept && [value, kept].some((text) => text.includes('${'))) {
    here.report.error(errors.CONFIG_LIMIT_OPEN(details), { path: here.path, place: above.place });
    return below;
  }
  const [low, high] = [limitOf(below), limitOf(above)];
  // A limit that is none, such as a number in quotes, stays for the check, which names its place.
  if (low === undefined && high !== undefined) return below;
  if (low === undefined || high === undefined || high <= low) return above;
  here.report.warn(errors.CONFIG_LIMIT_KEPT(details), { path: here.path, place: above.place });
  return below;
}

const limitOf = (node: Node): number | undefined => (node.kind === 'scalar' ? seconds(node.value) : undefined);
const textOf = (node: Node): string => (node.kind === 'scalar' ? String(node.value) : node.kind);
