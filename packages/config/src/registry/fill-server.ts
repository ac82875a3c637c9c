import { child, isList, isMap, isText, type MapNode, type Node } from '../document/node.js';
import { mapOf } from '../foreign/foreign-node.js';
import { escaped, type InputValues, inputsOf, textIn } from './input-values.js';

/**
 * Fills values into a server of the lock. Texts of the lock stay what they are: a `${…}` in one of them is no reference, and a `{…}` that
 * is no input stays. A value is a word or a part of one, and never more words than its author wrote. A variable, a header or an option
 * without a value is left out.
 */
export function fillServer(locked: MapNode, values: InputValues): MapNode {
  const filling = { names: new Set(inputsOf(locked).keys()), values };
  const one = (key: string) => {
    const node = child(locked, key);
    return node === undefined ? undefined : filled(node, filling);
  };
  const args = child(locked, 'args');
  return mapOf(locked.place, {
    type: one('type'),
    bundle: child(child(locked, 'bundle'), 'sha256'),
    command: one('command'),
    args: isList(args) ? { ...args, items: args.items.flatMap((item) => wordsOf(item, filling)) } : undefined,
    env: pairsOf(child(locked, 'env'), filling),
    url: one('url'),
    headers: pairsOf(child(locked, 'headers'), filling),
  });
}

interface Filling {
  /** The names of all inputs. */
  readonly names: ReadonlySet<string>;
  readonly values: InputValues;
}

/** Returns a text with its inputs, or nothing if one of them has no value. */
function filled(node: Node, { names, values }: Filling): Node | undefined {
  if (node.kind !== 'scalar') return undefined;
  const parts = String(node.value)
    .split(/(\{[^{}]*\})/)
    .map((part) => {
      const name = part.slice(1, -1);
      return part.startsWith('{') && names.has(name) ? values.get(name)?.[0] : escaped(part);
    });
  return parts.includes(undefined) ? undefined : { kind: 'scalar', place: node.place, value: parts.join('') };
}

function pairsOf(node: Node | undefined, filling: Filling): Node | undefined {
  if (!isMap(node)) return undefined;
  const kept = [...node.entries].flatMap(([name, { key, value: text }]) => {
    const value = filled(text, filling);
    return value === undefined ? [] : [[name, { key, value }] as const];
  });
  return { ...node, entries: new Map(kept) };
}

/** The words of an argument: one, or those of an option for each value that it has. */
function wordsOf(node: Node, filling: Filling): readonly Node[] {
  const when = textIn(node, 'when');
  const words = child(node, 'words');
  const items = isList(words) ? words.items : [node];
  const rounds = when === undefined ? [undefined] : (filling.values.get(when) ?? []);
  return rounds.flatMap((value) => {
    if (when === undefined || value === undefined) return items.flatMap((item) => filled(item, filling) ?? []);
    // A switch has no value of its own: it is there, or it is not.
    const isSwitch = items.every((item) => isText(item) && !item.value.includes('{'));
    if (isSwitch && value === 'false') return [];
    const own = { ...filling, values: new Map([...filling.values, [when, [value]]]) };
    return items.flatMap((item) => filled(item, own) ?? []);
  });
}
