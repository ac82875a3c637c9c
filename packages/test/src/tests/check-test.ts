import { isAbsolute } from 'node:path';
import { errors } from '@loadout/config';
import { dotted, type Path } from '@loadout/config/documents';
import { messageOf } from '@loadout/core';
import { parsePermissionRule } from '@loadout/core/run';
import { OF_A_CALL } from '../runs/expected-call.js';
import { PASSED } from './loaded-test.js';
import type { TestExpectation, TestSpec } from './test-schema.js';

/** Reports a problem of a test at a path below it. */
export type Refuse = (path: Path, problem: { readonly problem: string; readonly fix: string }) => void;

/** Reports what no schema expresses: a test that cannot fail, keys that contradict each other, a call without a tool. */
export function checkTest(spec: TestSpec, refuse: Refuse): void {
  checkWorkspace(spec, refuse);
  if (spec.permissions !== undefined) {
    checkTable(spec, refuse);
    return;
  }
  checkExpects(spec, refuse);
  checkModel(spec, refuse);
  checkRepeats(spec, refuse);
  if (spec.expect !== undefined) checkCalls(spec.expect, refuse);
  checkRules(spec, refuse);
}

/** Git runs programs that its own folder names, so a test does not write there. */
function checkWorkspace({ workspace }: TestSpec, refuse: Refuse): void {
  for (const name of Object.keys(workspace?.files ?? {})) {
    const parts = name.split(/[\\/]/);
    if (isAbsolute(name) || parts.includes('..') || parts.some((part) => part.toLowerCase() === '.git'))
      refuse(['workspace', 'files', name], {
        problem: 'must be a path inside the workspace, and not in .git',
        fix: 'Write a relative path such as src/a.js. For a repository, write git: true.',
      });
  }
}

/** The keys that need a run, which a permission table does not have. */
const OF_A_RUN = [
  'prompt',
  'model',
  'tools',
  'answers',
  'questions',
  'hooks',
  'kill',
  'expect',
  'live',
  'judge',
  'repeat',
  'cases',
  'variants',
  'score',
] as const;

function checkTable(spec: TestSpec, refuse: Refuse): void {
  for (const key of OF_A_RUN)
    if (spec[key] !== undefined)
      refuse([key], {
        problem: 'has no meaning beside permissions, because a permission table runs no agent',
        fix: `Move ${key} to a separate test.`,
      });
}

function checkExpects({ expect, judge, score }: TestSpec, refuse: Refuse): void {
  if (expect !== undefined || judge !== undefined || score !== undefined) return;
  refuse([], { problem: 'expects nothing, so it cannot fail', fix: 'Add expect: { outcome: done }, or more.' });
}

/** A test that is measured. Without answers in the file, it asks the real model, as nobody measures by accident. */
const isMeasured = ({ cases, variants, score }: TestSpec): boolean => (cases ?? variants ?? score) !== undefined;

function checkModel(spec: TestSpec, refuse: Refuse): void {
  const { model, live, kill, judge, prompt } = spec;
  if (model === undefined && live === undefined && !isMeasured(spec))
    refuse([], {
      problem: 'has no model',
      fix: 'Add model: { script: [{ text: Done. }] }, or a cassette, or live: true for a run against the real model.',
    });
  if (model !== undefined && live !== undefined)
    refuse(['live'], { problem: 'contradicts model, which answers without the real model', fix: 'Remove one of the two.' });
  if (kill !== undefined && live !== undefined)
    refuse(['kill'], { problem: 'needs a script or a cassette', fix: 'Remove live, and write model: with a script.' });
  if (kill !== undefined && Array.isArray(prompt) && prompt.length > 1)
    refuse(['kill'], { problem: 'needs one prompt', fix: 'Write a separate test for each prompt.' });
  if (kill !== undefined && isMeasured(spec))
    refuse(['kill'], { problem: 'has no meaning in an eval', fix: 'Write a separate test for it.' });
  if (judge !== undefined && live === undefined && !isMeasured(spec))
    refuse(['judge'], {
      problem: 'judges runs of the real model',
      fix: 'Add live: true, or write the expectation under expect.',
    });
  if (judge !== undefined && (judge.votes ?? 1) % 2 === 0)
    refuse(['judge', 'votes'], { problem: 'must be odd, so that votes are never equal', fix: 'Write 1, 3 or 5.' });
}

function checkRepeats(spec: TestSpec, refuse: Refuse): void {
  const { live, repeat = 1, pass, budget, score = {} } = spec;
  for (const [key, value] of Object.entries({ pass, budget, repeat: repeat > 1 ? repeat : undefined }))
    if (value !== undefined && live === undefined && !isMeasured(spec))
      refuse([key], {
        problem: 'is for live tests: a script gives the same answer each time',
        fix: 'Add live: true, or remove it.',
      });
  if (Object.hasOwn(score, PASSED))
    refuse(['score', PASSED], { problem: 'has the name of the share of runs that pass', fix: 'Give the score another name.' });
  if (pass === undefined) return;
  if (pass.k !== undefined && pass.k > repeat)
    refuse(['pass', 'k'], { problem: `must be at most repeat, which is ${repeat}`, fix: 'Raise repeat.' });
  if (pass.at === undefined && pass.score === undefined)
    refuse(['pass'], { problem: 'names no share', fix: 'Add at: 0.9, or score: with the name of a score.' });
  for (const name of Object.keys(pass.score ?? {}))
    if (!Object.hasOwn(score, name))
      refuse(['pass', 'score', name], {
        problem: `is not a score of this test, which has ${Object.keys(score).join(', ') || 'none'}`,
        fix: 'Name one of them.',
      });
}

function checkCalls(expect: TestExpectation, refuse: Refuse): void {
  const { calls } = expect;
  if (calls === undefined) return;
  const isList = Array.isArray(calls);
  const list = isList ? calls : (calls.list ?? []);
  for (const [index, call] of list.entries()) {
    if (typeof call === 'string') continue;
    const path: Path = ['expect', 'calls', ...(isList ? [] : ['list']), index];
    const tools = Object.keys(call).filter((key) => !OF_A_CALL.has(key));
    if (tools.length !== 1)
      refuse(path, {
        problem: `must name one tool, but ${tools.length === 0 ? 'names none' : `names ${tools.join(', ')}`}`,
        fix: 'Write { Read: { file_path: a.md }, state: done }.',
      });
    const input = call[tools[0] ?? ''];
    if (input !== undefined && input !== null && (typeof input !== 'object' || Array.isArray(input)))
      refuse([...path, tools[0] ?? ''], { problem: 'must be the input of the call, a map', fix: 'Write {} for any input.' });
  }
}

export const refusal = (path: Path, { problem, fix }: { readonly problem: string; readonly fix: string }) =>
  errors.CONFIG_VALUE_REFUSED({ path: dotted(path), problem, fix });

/** Reports rules that no call could ever match, because they are no rules. */
function checkRules({ answers = {}, expect }: TestSpec, refuse: Refuse): void {
  const never = expect?.calls === undefined || Array.isArray(expect.calls) ? [] : (expect.calls.never ?? []);
  const rules: readonly (readonly [string, Path])[] = [
    ...Object.keys(answers).map((rule) => [rule, ['answers', rule]] as const),
    ...never.map((rule, index) => [rule, ['expect', 'calls', 'never', index]] as const),
  ];
  for (const [rule, path] of rules) {
    try {
      if (rule !== '*') parsePermissionRule(rule, { behavior: 'deny', layer: 'session' });
    } catch (error) {
      refuse(path, {
        problem: `is not a rule: ${messageOf(error)}`,
        fix: 'Write Tool or Tool(specifier), such as Bash(npm test:*).',
      });
    }
  }
}
