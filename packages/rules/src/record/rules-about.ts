import { decide, type PermissionRule } from '@loadout/core/run';
import type { RecordedCall } from './recorded-call.js';
import { layersFor, type RuleSet } from './rule-set.js';

/** The deny and ask rules by the name in them, so that few of them are compared with a call. */
export class RulesAbout {
  readonly rules: readonly PermissionRule[];
  readonly #names: readonly (readonly [name: string, rule: PermissionRule])[];

  constructor(rules: readonly PermissionRule[]) {
    this.rules = rules;
    this.#names = rules.map((rule) => [nameIn(rule), rule] as const);
  }

  /** The rules whose program, file or host a call names. A call that reaches everything in a folder may be about each. */
  near({ call }: RecordedCall): readonly PermissionRule[] {
    if (reachesMore(call)) return this.rules;
    const text = call.accesses.map(textOf).join('\n').toLowerCase();
    return this.#names.flatMap(([name, rule]) => (text.includes(name) ? [rule] : []));
  }
}

type Part = RecordedCall['call']['accesses'][number];

function textOf(part: Part): string {
  if (part.kind === 'read' || part.kind === 'write') return part.path;
  if (part.kind === 'fetch') return part.url;
  return JSON.stringify(part);
}

/** Whether a call touches more than its record names: what is below a folder, or what a command with unknown words does. */
export const reachesMore = ({ accesses }: RecordedCall['call']): boolean =>
  accesses.some((part) => ('below' in part && part.below === true) || (part.kind === 'run' && isUnread(part)));

const isUnread = ({ words, unclear }: Extract<Part, { kind: 'run' }>): boolean =>
  words === undefined || unclear !== undefined || words.includes(null);

/** The last name of a rule, without what a pattern or a shell would change. */
function nameIn({ tool, specifier = '' }: PermissionRule): string {
  const whole = tool === 'Bash' ? (specifier.split(/ |:\*/)[0] ?? '') : specifier.replace(/^domain:|\/\*\*$/g, '');
  const [plain = ''] = /[\w.-]*$/.exec(whole.toLowerCase()) ?? [];
  return plain;
}

const LAST = { behavior: 'allow', reason: '', by: 'no rule' } as const;

/** Whether a rule decides about a call, whatever the other rules and the folders of the workspace say. */
export function isAbout(rule: PermissionRule, record: RecordedCall, set: RuleSet): boolean {
  const layers = layersFor(record, set, 'default');
  if (layers === undefined) return false;
  // A hook that allows is tried after all rules, and spares the search for a rule to propose.
  return decide({ ...record.call, hook: LAST }, { ...layers, rules: [rule], roots: [], sandboxed: undefined }).rule === rule;
}
