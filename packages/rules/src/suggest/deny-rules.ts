import { type PermissionRule, parsePermissionRule, ruleText } from '@loadout/core/run';
import { distinctCalls } from '../record/call-key.js';
import type { CallRecord, RecordedCall } from '../record/recorded-call.js';
import { judge, type RuleSet } from '../record/rule-set.js';
import { type Decided, judgeBy, modeAt, withRules } from './approvals.js';
import { ENOUGH } from './candidate.js';
import type { Proposal } from './proposal.js';

/** The most rules that are proposed. */
const MOST = 50;

/** Proposes to deny calls that people refused again and again. A rule that would deny anything that ran is none. */
export function denyRules({ calls }: CallRecord, decided: Decided): readonly Proposal[] {
  const refused = new Map<string, RecordedCall[]>();
  for (const one of calls) {
    const [text, ...more] = one.answer === 'denied' ? one.spared : [];
    if (text !== undefined && more.length === 0) refused.set(text, [...(refused.get(text) ?? []), one]);
  }
  const { set } = decided;
  const most = [...refused].sort(([, a], [, b]) => b.length - a.length).slice(0, MOST);
  const often = most.flatMap(([text, users]) => {
    const rule = users.length < ENOUGH ? undefined : namedCallRule(text, 'deny');
    return rule === undefined ? [] : [{ text, rule, users }];
  });
  const harmless = harmlessOf(
    often.map(({ rule }) => rule),
    { ran: distinctCalls(calls.filter(({ ran }) => ran)), set },
  );
  return often.flatMap(({ text, rule, users }): readonly Proposal[] => {
    const asked = harmless.includes(rule)
      ? users.filter((one) => judgeBy(one, decided, modeAt(one, set))?.behavior === 'ask')
      : [];
    return asked.length === 0 ? [] : [{ rule, text, width: 'call', covers: [text], calls: asked, also: [] }];
  });
}

/** Leaves out each rule that would deny a call that ran. */
function harmlessOf(
  rules: readonly PermissionRule[],
  { ran, set }: { readonly ran: readonly RecordedCall[]; readonly set: RuleSet },
): readonly PermissionRule[] {
  const harmful = new Set(
    ran.flatMap((one) => {
      const near = rulesAbout(one, rules);
      return near.length === 0 ? [] : (judge(one, withRules(set, near), modeAt(one, set))?.rule ?? []);
    }),
  );
  const left = rules.filter((rule) => !harmful.has(rule));
  return left.length === rules.length ? left : harmlessOf(left, { ran, set });
}

/** The rules whose program, file or host a call names. A call that reaches everything in a folder may be about each. */
function rulesAbout({ call }: RecordedCall, rules: readonly PermissionRule[]): readonly PermissionRule[] {
  const text = JSON.stringify(call.accesses).toLowerCase();
  const isOpen = call.accesses.some(
    (part) => ('below' in part && part.below === true) || (part.kind === 'run' && isUnread(part)),
  );
  return isOpen ? rules : rules.filter((rule) => text.includes(nameIn(rule)));
}

const isUnread = ({ words, unclear }: Extract<RecordedCall['call']['accesses'][number], { kind: 'run' }>): boolean =>
  words === undefined || unclear !== undefined || words.includes(null);

/** The name of the program, the file or the host of a rule of one call, without what a pattern or a shell would change. */
const nameIn = ({ tool, specifier = '' }: PermissionRule): string => {
  const whole = tool === 'Bash' ? (specifier.split(' ')[0] ?? '') : specifier.replace(/^domain:/, '');
  const [plain = ''] = /[\w.-]*$/.exec(whole.toLowerCase()) ?? [];
  return plain;
};

/** Reads the rule of a refused call. A rule about every call of a tool says more than its refusals do, and is none. */
export function namedCallRule(text: string, behavior: 'ask' | 'deny'): PermissionRule | undefined {
  try {
    const rule = parsePermissionRule(text, { behavior, layer: 'project' });
    return ruleText(rule) === text && rule.specifier !== undefined ? rule : undefined;
  } catch {
    return undefined;
  }
}
