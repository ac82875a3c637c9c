import type { TreeNode } from '../../model/trajectory.js';

export interface Filters {
  readonly text: string;
  readonly state: 'all' | 'denied' | 'errors' | 'slow';
  readonly tool: string;
  readonly agent: string;
  /** The stretch of time that the timeline shows, in milliseconds since 1970. */
  readonly between?: readonly [number, number] | undefined;
}

export const NO_FILTERS: Filters = { text: '', state: 'all', tool: '', agent: '' };

/** The time from which a turn or a call is slow. */
const SLOW = 10_000;
const ERRORS: readonly string[] = ['failed', 'refused', 'interrupted', 'unfinished'];

/** The ids of the nodes that fit, or `undefined` if there is no filter. `found`: nodes whose contents have the text. */
export function fittingNodes(nodes: readonly TreeNode[], filters: Filters, found: ReadonlySet<number>): Set<number> | undefined {
  const tests = [
    ...(filters.text === '' ? [] : [hasText(filters.text.toLowerCase(), found)]),
    ...(filters.state === 'all' ? [] : [STATES[filters.state]]),
    ...(filters.tool === '' ? [] : [(node: TreeNode) => node.kind === 'call' && node.tool === filters.tool]),
    ...(filters.agent === '' ? [] : [(node: TreeNode) => agentName(node) === filters.agent]),
    ...(filters.between === undefined ? [] : [isBetween(filters.between)]),
  ];
  if (tests.length === 0) return undefined;
  return new Set(nodes.filter((node) => tests.every((test) => test(node))).map((node) => node.id));
}

const STATES: Readonly<Record<Exclude<Filters['state'], 'all'>, (node: TreeNode) => boolean>> = {
  denied: (node) => node.kind === 'call' && node.state === 'denied',
  errors: (node) =>
    (node.kind === 'call' && ERRORS.includes(node.state)) ||
    (node.kind === 'turn' && node.error !== undefined) ||
    (node.kind === 'run' && node.error !== undefined) ||
    (node.kind === 'mark' && node.mark === 'crash'),
  slow: (node) => (node.kind === 'call' || node.kind === 'turn') && (node.end ?? 0) - (node.start ?? 0) >= SLOW,
};

const hasText = (wanted: string, found: ReadonlySet<number>) => (node: TreeNode) =>
  found.has(node.id) ||
  String(node.title).toLowerCase().includes(wanted) ||
  (node.kind === 'call' && node.tool.toLowerCase().includes(wanted));

const isBetween =
  ([from, to]: readonly [number, number]) =>
  (node: TreeNode) =>
    node.start !== undefined && node.start <= to && (node.end ?? node.start) >= from;

export const agentName = (node: TreeNode): string => node.agent.join(' › ');

/** The values that a filter offers, sorted. */
export const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();
