import { errors } from '../errors.js';
import type { Node, Path, Place } from './node.js';
import type { Report } from './report.js';

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
export const isForbiddenKey = (key: string): boolean => FORBIDDEN.has(key);
export const MAX_DEPTH = 64;

/** Converts a value made by code (a module's export, a flag) to a document. All of its nodes have the place `place`. */
export function fromValue(
  value: unknown,
  context: { readonly place: Place; readonly report: Report; readonly verbatim?: true | undefined },
): Node {
  const { place, report } = context;
  const verbatim = context.verbatim === undefined ? {} : { verbatim: true };
  const refuse = (found: string, path: Path): Node => {
    report.error(errors.CONFIG_VALUE({ found }), { path, place });
    return { kind: 'scalar', place, value: null };
  };
  const visit = (current: unknown, path: Path, above: readonly unknown[]): Node => {
    if (current === null || typeof current === 'string' || typeof current === 'boolean')
      return { kind: 'scalar', place, value: current, ...verbatim };
    if (typeof current === 'number')
      return Number.isFinite(current) ? { kind: 'scalar', place, value: current } : refuse(String(current), path);
    if (typeof current !== 'object') return refuse(`a ${typeof current}`, path);
    if (above.includes(current)) return refuse('a value that contains itself', path);
    if (above.length > MAX_DEPTH) return refuse(`a value nested more than ${MAX_DEPTH} deep`, path);
    const inside = [...above, current];
    if (Array.isArray(current))
      return { kind: 'list', place, items: current.map((item, index) => visit(item, [...path, index], inside)) };
    const prototype: unknown = Object.getPrototypeOf(current);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      return refuse(`a ${current.constructor?.name ?? 'class instance'}`, path);
    const entries = new Map<string, { key: Place; value: Node }>();
    for (const [key, item] of Object.entries(current)) {
      if (isForbiddenKey(key)) report.error(errors.CONFIG_KEY_FORBIDDEN({ key }), { path: [...path, key], place });
      else if (item !== undefined) entries.set(key, { key: place, value: visit(item, [...path, key], inside) });
    }
    return { kind: 'map', place, entries };
  };
  return visit(value, [], []);
}
