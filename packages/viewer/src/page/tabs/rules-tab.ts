import { h } from 'preact';
import type { RuleSuggestions, RulesAnswer, SuggestedRule } from '../../rules/rule-suggestions.js';
import { useLoaded } from '../data/use-loaded.js';
import { plainLine } from '../text/shown-text.js';

interface RulesTabProps {
  readonly load: () => Promise<RulesAnswer>;
}

/** The rules that the sessions of the project propose, and those of its files that the record speaks against. */
export function RulesTab({ load }: RulesTabProps) {
  const loaded = useLoaded(load, [load]);
  return h(
    'div',
    { class: 'rules' },
    h('h2', null, 'Rules'),
    loaded.state === 'loading' ? h('p', { role: 'status', class: 'quiet' }, 'Reading the sessions of the project.') : null,
    loaded.state === 'failed' ? h('p', { class: 'warning', role: 'alert' }, loaded.reason) : null,
    loaded.state !== 'done' ? null : 'failure' in loaded.value ? h(Failure, loaded.value) : h(Found, { found: loaded.value }),
  );
}

function Failure({ failure, fix }: { readonly failure: string; readonly fix: string }) {
  return h(
    'div',
    { role: 'alert' },
    h('p', { class: 'warning' }, plainLine(failure)),
    fix === '' ? null : h('p', null, plainLine(fix)),
  );
}

function Found({ found: { summary, headings, rules, written, notes } }: { readonly found: RuleSuggestions }) {
  return h(
    'div',
    null,
    summary === undefined ? null : h('p', null, summary),
    headings.map(({ kind, heading }) =>
      h(
        'section',
        null,
        h('h3', null, heading),
        rules.filter(({ effect }) => effect === kind).map((rule) => h(Proposed, { rule })),
      ),
    ),
    rules.length === 0
      ? null
      : h(
          'p',
          { class: 'quiet' },
          'Nothing changes here. ',
          h('code', null, 'loadout rules suggest --write'),
          ' writes the rules.',
        ),
    written.length === 0
      ? null
      : h(
          'section',
          null,
          h('h3', null, 'Rules of this project to look at'),
          h(
            'ul',
            null,
            written.map(({ effect, rule, place, said }) =>
              h('li', null, h('code', null, plainLine(place)), ' ', h(Name, { effect, rule }), ` ${plainLine(said)}`),
            ),
          ),
        ),
    notes.length === 0 ? null : h('section', null, h('h3', null, 'Left out'), h(Calls, { calls: notes })),
  );
}

function Proposed({ rule: { effect, rule, evidence, calls, runs, also } }: { readonly rule: SuggestedRule }) {
  const more = [...(also.example === undefined ? [] : [also.example]), ...also.recorded];
  return h(
    'article',
    null,
    h('h4', null, h(Name, { effect, rule })),
    h('p', null, plainLine(evidence)),
    h(
      'details',
      null,
      h('summary', null, `${calls.length} different ${calls.length === 1 ? 'call' : 'calls'}`),
      h(Calls, { calls }),
    ),
    more.length === 0 ? null : h('div', null, `${plainLine(also.does)}:`, h(Calls, { calls: more })),
    runs === undefined
      ? null
      : h(
          'p',
          { class: 'warning' },
          `runs ${plainLine(runs.path)}, which the agent may write unasked by ${plainLine(runs.rule)}`,
        ),
  );
}

const TONES: Readonly<Record<string, string>> = { allow: 'good', deny: 'bad' };

function Name({ effect, rule }: { readonly effect: string; readonly rule: string }) {
  return h(
    'span',
    null,
    h('span', { class: `tone-${TONES[effect] ?? 'warn'}` }, plainLine(effect)),
    ' ',
    h('code', null, plainLine(rule)),
  );
}

const Calls = ({ calls }: { readonly calls: readonly string[] }) =>
  h(
    'ul',
    null,
    calls.map((one) => h('li', null, h('code', null, plainLine(one)))),
  );
