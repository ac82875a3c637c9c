import { h } from 'preact';
import type { CallNode, Decision, RuleEntry } from '../../model/trajectory.js';
import { TableHead } from '../table-head.js';
import { plainLine } from '../text/shown-text.js';
import { Facts } from './facts.js';
import { placeText } from './place-text.js';

const BY = {
  rule: 'a rule',
  mode: 'the permission mode',
  hook: 'a hook',
  person: 'a person',
  nobody: 'nobody',
};

interface DecisionProps {
  readonly call: Pick<CallNode, 'tool'>;
  readonly decision: Decision;
  /** Absent: the source of the decision does not name the other rules. */
  readonly rules?: readonly RuleEntry[] | undefined;
}

/** Why a call ran or did not: the rule, its line, the other rules, and the change that would have allowed it. */
export function DecisionBox({ call, decision, rules }: DecisionProps) {
  const isDenied = decision.effect === 'deny';
  return h(
    'div',
    { class: `decision ${isDenied ? 'is-denied' : 'is-allowed'}`, role: 'group', 'aria-label': 'Decision' },
    h(
      'h3',
      null,
      h('span', { class: 'sign' }, isDenied ? '⊘' : '●'),
      ` ${isDenied ? 'Denied' : 'Allowed'} by ${Object.hasOwn(BY, decision.by) ? BY[decision.by] : 'unknown'}`,
    ),
    h('p', null, plainLine(decision.reason)),
    h(Facts, {
      facts: [
        ['Rule', decision.rule === undefined ? null : h('code', null, plainLine(decision.rule))],
        ['Place', decision.place === undefined ? null : h('code', { class: 'place' }, placeText(decision.place))],
        ['Mode', plainLine(decision.mode)],
      ],
    }),
    rules && h(Tried, { tried: triedRules(rules, call.tool, decision), tool: plainLine(call.tool) }),
    decision.cure === undefined
      ? null
      : h(
          'div',
          { class: 'cure' },
          h('h4', null, 'To allow it'),
          h('pre', { tabIndex: 0, 'aria-label': 'To allow it' }, lines(decision.cure)),
        ),
  );
}

const lines = (text: string): string => text.split('\n').map(plainLine).join('\n');

function Tried({ tried, tool }: { tried: readonly TriedRule[]; tool: string }) {
  if (tried.length === 0) return h('p', { class: 'quiet' }, `No rule names ${tool}.`);
  return h(
    'div',
    { class: 'table-box', tabIndex: 0, role: 'region', 'aria-label': 'Rules' },
    h(
      'table',
      null,
      h('caption', null, `Rules for ${tool}, in the order in which they are tried`),
      h(TableHead, { names: ['Effect', 'Rule', 'Place', 'Result'] }),
      h(
        'tbody',
        null,
        tried.map(({ effect, rule, place, result }) =>
          h(
            'tr',
            { class: result === 'decided' ? 'decided' : '' },
            h('td', null, plainLine(effect)),
            h('td', null, h('code', null, plainLine(rule))),
            h('td', null, placeText(place)),
            h('td', null, result === 'decided' ? '◀ decided' : result),
          ),
        ),
      ),
    ),
  );
}

interface TriedRule extends RuleEntry {
  readonly result: 'decided' | 'did not match' | 'not tried';
}

/** The rules for a tool in the order of trial, with the rule that decided. A hook decides before any rule is tried. */
function triedRules(rules: readonly RuleEntry[], tool: string, decision: Decision): TriedRule[] {
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
