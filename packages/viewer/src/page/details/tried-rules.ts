import type { Decision, RuleEntry } from '../../model/trajectory.js';

export interface TriedRule extends RuleEntry {
  readonly result: 'decided' | 'did not match' | 'not tried';
}

/** The rules for a tool in the order of trial, with the rule that decided. A hook decides before any rule is tried. */
export function triedRules(rules: readonly RuleEntry[], tool: string, decision: Decision): TriedRule[] {
  const own = rules.filter(({ rule }) => isFor(rule, tool));
  const decided = own.findIndex((entry) => entry.rule === decision.rule && hasPlace(entry, decision));
  return own.map((entry, index) => ({ ...entry, result: resultOf(index, decided, decision) }));
}

function resultOf(index: number, decided: number, { by }: Decision): TriedRule['result'] {
  if (index === decided) return 'decided';
  if (by === 'hook' && decided === -1) return 'not tried';
  return decided === -1 || index < decided ? 'did not match' : 'not tried';
}

const hasPlace = ({ place }: RuleEntry, decision: Decision): boolean =>
  place === undefined ||
  decision.place === undefined ||
  (place.file === decision.place.file && place.line === decision.place.line);

/** Whether the rule's name of a tool, in which `*` stands for any text, is this tool. */
function isFor(rule: string, tool: string): boolean {
  const name = rule.split('(', 1)[0]?.trim() ?? '';
  const parts = name.split('*');
  if (parts.length === 1) return name === tool || tool.startsWith(`${name}__`);
  const [first = '', ...rest] = parts;
  const last = rest.at(-1) ?? '';
  return tool.length >= first.length + last.length && tool.startsWith(first) && tool.endsWith(last);
}
