import type * as z from 'zod';
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
  mapOf,
  type Node,
  type Path,
  positionText,
} from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { branchesOf, schemaBelow } from '../schema/branches.js';
import { documents } from '../schema/config-schema.js';
import { seconds } from '../schema/duration.js';
import { type MergeWay, wayOf } from '../schema/merge-way.js';

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

/** Puts `over` on `base`, each key in the way that its row of the schema names. */
export function merge(base: MapNode, over: MapNode, context: MergeContext): MapNode {
  return mergeMaps(base, over, { ...context, path: [], schemas: [documents.layer], way: undefined });
}

interface Here extends MergeContext {
  readonly path: Path;
  /** The schemas that a value may have here. */
  readonly schemas: readonly z.core.$ZodType[];
  readonly way: MergeWay | undefined;
}

/** Ways in which no layer may remove a key. */
const KEPT: ReadonlySet<MergeWay | undefined> = new Set<MergeWay>(['grows', 'shrinks', 'tightens', 'fixed', 'stays']);

function mergeMaps(base: MapNode, over: MapNode, here: Here): MapNode {
  const entries = new Map<string, Entry>(base.entries);
  for (const [key, entry] of over.entries) {
    const below = entries.get(key);
    const at = hereBelow(here, key);
    if (below === undefined || (isNull(below.value) && !isNull(entry.value))) entries.set(key, entry);
    else if (!isNull(entry.value)) entries.set(key, { key: entry.key, value: mergeValues(below.value, entry.value, at) });
    else if (KEPT.has(at.way) && !isNull(below.value)) refuseRemoval(below, entry, at);
    else entries.delete(key);
  }
  return { kind: 'map', place: over.place, entries };
}

function hereBelow(here: Here, key: string): Here {
  const schemas = here.schemas.flatMap(branchesOf).flatMap((schema) => schemaBelow(schema, key) ?? []);
  const inherited = here.way === 'tightens' || here.way === 'fixed' ? here.way : undefined;
  const way = schemas.map(wayOf).find((one) => one !== undefined) ?? inherited;
  return { ...here, path: [...here.path, key], schemas, way };
}

function mergeValues(below: Node, above: Node, here: Here): Node {
  const { way, adds } = here;
  if (way === 'whole' || (way === 'apart' && adds === true)) return above;
  if (way === 'once') return refuseSecond(below, above, here);
  if (way === 'sandbox') return mergeSandboxes(below, above, here);
  // Texts add up in each of their forms, of which { file } is a map.
  if (way === 'texts' && adds === true) return union(asList(below), asList(above));
  if (isMap(below)) return isMap(above) ? mergeMaps(below, above, here) : above;
  if (way === 'tightens') return smaller(below, above, here);
  if (way === 'fixed') return unchanged(below, above, here);
  return isList(below) && isList(above) ? mergeLists(below, above, here) : above;
}

function mergeLists(below: ListNode, above: ListNode, { way, adds, addsRules }: Here): Node {
  if (way === 'shrinks') return common(below, above);
  return way === 'grows' || adds === true || (way === 'grants' && addsRules === true) ? union(below, above) : above;
}

const asList = (node: Node): ListNode => (isList(node) ? node : { kind: 'list', place: node.place, items: [node] });

/** Merges two sandboxes as maps. `sandbox: bubblewrap` is short for a map with `use: bubblewrap`. */
function mergeSandboxes(below: Node, above: Node, here: Here): Node {
  const [first, second] = [below, above].map((node) => (isText(node) ? mapOf(node.place, { use: node }) : node));
  return isMap(first) && isMap(second) ? mergeMaps(first, second, here) : above;
}

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
