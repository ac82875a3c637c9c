import { oneLine } from '@loadout/command';
import { isLoadoutError } from '@loadout/core';
import type { RuleSuggestions, RulesAnswer } from './rule-suggestions.js';

/** The rows of each list that a page shows. A browser is slow with thousands. */
const MOST = 500;
const LONGEST = 400;

type Redact = (text: string) => string;

/** The suggestions as the page gets them: lists that a browser can show, texts on one line and without secrets. */
export function shownRules({ summary, headings, rules, written, notes }: RuleSuggestions, redact: Redact): RuleSuggestions {
  const text = (value: string) => oneLine(redact(value), LONGEST);
  const texts = (list: readonly string[]) => few(list.map(text), (left) => `and ${left} more`);
  return {
    summary,
    headings,
    rules: headings.flatMap(({ kind }) => {
      const own = rules.filter(({ effect }) => effect === kind);
      return own.slice(0, MOST).map(({ effect, rule, evidence, calls, runs, also }) => ({
        ...{ effect, rule: text(rule), evidence: text(evidence), calls: texts(calls) },
        runs: runs === undefined ? undefined : { path: text(runs.path), rule: text(runs.rule) },
        also: { ...also, example: also.example === undefined ? undefined : text(also.example), recorded: texts(also.recorded) },
      }));
    }),
    written: written.slice(0, MOST).map(({ effect, rule, place, said }) => ({
      ...{ effect, rule: text(rule), place: text(place), said: text(said) },
    })),
    notes: texts([...notes, ...leftOut(rules.length, 'proposed rule'), ...leftOut(written.length, 'rule of this project')]),
  };
}

const leftOut = (count: number, what: string): readonly string[] =>
  count > MOST ? [`There are ${count} ${what}s; ${MOST} of a kind are shown.`] : [];

const few = (all: readonly string[], more: (left: number) => string): readonly string[] =>
  all.length <= MOST ? all : [...all.slice(0, MOST), more(all.length - MOST)];

/** The answer in their place after an error. */
export function rulesFailure(error: unknown, redact: Redact): RulesAnswer {
  if (!isLoadoutError(error)) return { failure: 'The viewer failed to read the rules. The terminal has the reason.', fix: '' };
  return { failure: redact(`${error.code}: ${error.message}`), fix: redact(error.fix ?? '') };
}
