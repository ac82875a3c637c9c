import { relative } from 'node:path';
import { localTime, oneLine, plural } from '@loadout/command';
import { isLoadoutError } from '@loadout/core';
import { escaped, staticPage } from '../static-page/static-page.js';
import type { RuleSuggestions, SuggestedRule, WrittenRule } from './rule-suggestions.js';

/** The rows of each list that a page shows. A browser is slow with thousands. */
const MOST = 500;
const LONGEST = 400;

const STYLE = `h2{font-size:1rem;margin:1.5rem 0 .5rem}section{max-width:60rem}
article{border:1px solid color-mix(in srgb,CanvasText 20%,Canvas);border-radius:6px;padding:.5rem .8rem;margin:.5rem 0}
code{font:12px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
.allow{color:light-dark(#126e2c,#6fdc8c)}.deny{color:light-dark(#b3261e,#ff8a80)}.ask{color:light-dark(#7d5200,#e9bf6a)}`;

const NAV = '<p><a href="/">The run</a></p>';

export interface RulesPageOptions {
  /** The folder that the places of rules are seen from. */
  readonly folder: string;
  /** Removes secrets from a text. */
  readonly redact: (text: string) => string;
}

interface Shown extends RulesPageOptions {
  /** A text as HTML: on one line, without secrets and without characters that turn the reading direction. */
  readonly text: (value: string) => string;
}

/** The page of the proposals of rules, and of the rules that the record speaks against. It has no script, and every text in it is escaped. */
export function rulesPage(found: RuleSuggestions, options: RulesPageOptions): string {
  const shown = { ...options, text: (value: string) => escaped(oneLine(options.redact(value), LONGEST)) };
  const { rules, written, unread, unclear, questions, spared } = found;
  const answering = rules.filter(({ effect }) => effect !== 'ask');
  const asking = rules.filter(({ effect }) => effect === 'ask');
  const head =
    answering.length > 0
      ? `${plural(answering.length, 'rule')} would have answered ${spared} of ${plural(questions, 'question')}.`
      : questions === 0
        ? 'No question on record would be asked again.'
        : `${plural(questions, 'question')} on record. Nothing was approved often enough for a rule.`;
  const notes = unclear > 0 ? [`${plural(unclear, 'call')} on record do not say what they touch, so they do not count.`] : [];
  const write =
    '<p>Nothing changes here. <code>loadout rules suggest --write</code> writes the rules into agent.config.local.yaml.</p>';
  const parts = [
    `<h1>Rules</h1>${NAV}`,
    section('Proposed', [
      `<p>${head}</p>`,
      ...few(answering, (rule) => proposedHtml(rule, shown)),
      rules.length > 0 ? write : '',
    ]),
    section(
      'Would keep the question about what was refused',
      few(asking, (rule) => proposedHtml(rule, shown)),
    ),
    section(
      'Rules of this project to look at',
      few(written, (rule) => writtenHtml(rule, shown)),
    ),
    section('Left out', listHtml([...notes, ...unread], shown)),
  ];
  return staticPage({ title: 'Rules', style: STYLE, body: parts.join('\n') });
}

/** The page that stands in its place after an error. */
export function rulesFailure(error: unknown, { redact }: Pick<RulesPageOptions, 'redact'>): string {
  const {
    code,
    message,
    fix = '',
  } = isLoadoutError(error)
    ? error
    : { code: 'INTERNAL', message: 'The viewer failed to read the rules. The terminal has the reason.' };
  const text = (value: string) => escaped(redact(value));
  const body = `<h1>The rules cannot be shown</h1>${NAV}<p role="alert">${text(`${code}: ${message}`)}</p><p>${text(fix)}</p>`;
  return staticPage({ title: 'Rules', style: STYLE, body });
}

const section = (title: string, rows: readonly string[]): string =>
  rows.length === 0 ? '' : `<section><h2>${title}</h2>${rows.join('\n')}</section>`;

function few<T>(all: readonly T[], html: (one: T) => string): readonly string[] {
  const left = all.length - MOST;
  return [...all.slice(0, MOST).map(html), ...(left > 0 ? [`<p>and ${left} more</p>`] : [])];
}

const listHtml = (texts: readonly string[], { text }: Shown): readonly string[] =>
  texts.length === 0 ? [] : [`<ul>${few(texts, (one) => `<li><code>${text(one)}</code></li>`).join('')}</ul>`];

function proposedHtml({ effect, rule, runs, alsoAllows, calls, ...evidence }: SuggestedRule, shown: Shown): string {
  const { text } = shown;
  const { example, recorded } = alsoAllows;
  const wider = [...(example === undefined ? [] : [example]), ...recorded.map((one) => `${one}, which nobody answered`)];
  return [
    `<article><h3>${nameHtml({ effect, rule }, shown)}</h3><p>${text(evidenceText({ effect, ...evidence }))}</p>`,
    `<details open><summary>${plural(calls.length, 'different call')}</summary>${listHtml(calls, shown).join('')}</details>`,
    wider.length === 0 ? '' : `<div>Would also allow:${listHtml(wider, shown).join('')}</div>`,
    runs === undefined
      ? ''
      : `<p>Runs <code>${text(runs.path)}</code>, which the agent may write unasked by <code>${text(runs.rule)}</code>.</p>`,
    '</article>',
  ].join('');
}

/** How often, where, by whom and when. Transcripts of Claude Code say that a call passed, and not by whom. */
function evidenceText(one: Pick<SuggestedRule, 'effect' | 'questions' | 'sessions' | 'sources' | 'first' | 'last'>): string {
  const { effect, questions, sessions, sources, first, last } = one;
  const isClaude = sources.includes('claude');
  const did = effect !== 'allow' ? 'Refused' : isClaude && sources.length === 1 ? 'Passed' : 'Approved';
  const who = !isClaude
    ? 'by a person'
    : sources.length === 1
      ? 'in Claude Code, which does not say who allowed it'
      : 'by a person, in part in Claude Code, which does not say who allowed it';
  const often = `${did} ${questions === 1 ? 'once' : `${questions} times`} in ${plural(sessions.length, 'session')} ${who}`;
  const times = [first === undefined ? '' : `first ${timeText(first)}`, last === undefined ? '' : `last ${timeText(last)}`];
  return `${[often, ...times].filter((part) => part !== '').join(', ')}.`;
}

const timeText = (iso: string): string => localTime(new Date(iso));

function writtenHtml({ finding, by, uses = [], position, ...rule }: WrittenRule, shown: Shown): string {
  const { text } = shown;
  const said = {
    unused: () => 'matched no call on record',
    shadowed: () =>
      by === undefined
        ? 'is shadowed'
        : `decides nothing: ${nameHtml(by, shown)} (${text(placeText(by.position, shown))}) is tried before`,
    wide: () => `allows more than was used: ${text(uses.join(', '))}`,
  }[finding]();
  return `<article><code>${text(placeText(position, shown))}</code> ${nameHtml(rule, shown)} ${said}</article>`;
}

const nameHtml = ({ effect, rule }: Pick<WrittenRule, 'effect' | 'rule'>, { text }: Shown): string =>
  `<span class="${text(effect)}">${text(effect)}</span> <code>${text(rule)}</code>`;

function placeText(position: WrittenRule['position'], { folder }: Shown): string {
  if (position === undefined) return 'no file';
  const near = relative(folder, position.file);
  return `${near.startsWith('..') ? position.file : near}:${position.line}:${position.column}`;
}
