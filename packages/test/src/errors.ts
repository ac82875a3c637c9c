import { usageErrors } from '@loadout/command';
import { defineErrors } from '@loadout/core';

const EXAMPLE = `tests:
  - name: answers in one sentence
    prompt: Hello
    model: { script: [{ text: Hi. }] }
    expect: { outcome: done, text: Hi }`;

/** Every error of this package, but for those that other commands throw too. */
export const table = {
  TEST_NONE: {
    message: (p: { file: string }) => `There is no test in ${p.file}, and no *.test.yaml beside or below it.`,
    fix: () => `Add one, for example:\n\n${EXAMPLE}`,
  },
  TEST_NOT_FOUND: {
    message: (p: { filter: string; names: readonly string[] }) =>
      `No test matches ${p.filter}. The tests are: ${p.names.slice(0, 20).join(', ')}${p.names.length > 20 ? ', …' : ''}.`,
    fix: () => 'Write a part of the name of a test or of its file.',
  },
  TEST_ONLY_IN_CI: {
    message: (p: { name: string }) => `The test ${JSON.stringify(p.name)} has only: true, so CI would not run the other tests.`,
    fix: () => 'Remove the key only.',
  },
  TEST_WORKSPACE: {
    message: (p: { path: string; problem: string }) => `The file ${JSON.stringify(p.path)} of the workspace ${p.problem}.`,
    fix: () => 'Name a path inside the workspace.',
  },
  TEST_PATH: {
    message: (p: { path: string; problem: string }) => `The path ${JSON.stringify(p.path)} of the test ${p.problem}.`,
    fix: () => 'Name a path relative to the file of the test, inside the folder of the configuration.',
  },
  TEST_SCRIPT_MISSING: {
    message: (p: { name: string; purpose: string; known: readonly string[] }) =>
      p.purpose === 'turn'
        ? `The agent ${p.name} asks its model, and the test has no script for it. Scripts: ${p.known.join(', ') || 'none'}.`
        : `A request for ${p.purpose} has no script. Scripts: ${p.known.join(', ') || 'none'}.`,
    fix: (p: { name: string }) => `Add the answers under model.agents.${p.name}.`,
  },
  TEST_NOT_MADE: {
    message: (p: { problem: string }) => `This session cannot become a test: ${p.problem}`,
    fix: () => 'Write the test by hand, beginning with a script of two turns.',
  },
  TEST_NOT_APPENDED: {
    message: (p: { file: string }) =>
      `The tests in ${p.file} are not a list at the end of the file, so the new test was not appended.`,
    fix: () => 'Print the test without --write, and copy it to its place.',
  },
  TEST_CI: {
    message: (p: { flag: string }) => `${p.flag} writes files that tests compare with, which CI must not do.`,
    fix: (p: { flag: string }) =>
      `Run it where you commit${p.flag.startsWith('--record') ? ', or add --allow-record' : ''}. The variable CI says that this is CI.`,
  },
  CASSETTE_MISSING: {
    message: (p: { file: string; again: string }) => `The cassette ${p.file} does not exist.`,
    fix: (p: { again: string }) => `Record it, which asks the real model: ${p.again}.`,
  },
  CASES_INVALID: {
    message: (p: { file: string; line: number; problem: string }) =>
      `The case in line ${p.line} of ${p.file} is wrong: ${p.problem}.`,
    fix: () => 'Write one map of JSON to a line, such as {"id": "a", "question": "Why?"}, or CSV with names in its first line.',
  },
  CASES_TWICE: {
    message: (p: { file: string; id: string; line: number; first: number }) =>
      `The case in line ${p.line} of ${p.file} has the id ${JSON.stringify(p.id)} of line ${p.first}, so it would count twice.`,
    fix: () => 'Give it another id, or remove it.',
  },
  EVAL_CASE: {
    message: (p: { id: string; problem: string }) => `The case ${JSON.stringify(p.id)} does not fit its test: ${p.problem}`,
    fix: () => 'Correct the case, or what the test makes of it.',
  },
  EVAL_NONE: {
    message: (p: { file: string }) =>
      `No test in ${p.file}, or in a *.test.yaml beside or below it, has cases, variants or score.`,
    fix: () => 'Add cases: { file: cases.jsonl } to a test, or variants: { fast: { model: fast }, smart: { model: smart } }.',
  },
  EVAL_VARIANT: {
    message: (p: { name: string; names: readonly string[] }) =>
      `No eval has the variant ${JSON.stringify(p.name)}. The variants are: ${p.names.join(', ')}.`,
    fix: () => 'Write the name of a variant, or model=fast,smart to compare models.',
  },
  EVAL_CHANGED: {
    message: (p: { name: string }) =>
      `The eval ${JSON.stringify(p.name)}, or a file of its configuration, changed since it was stopped, so its runs cannot be counted with new ones.`,
    fix: () => 'Run it without --resume.',
  },
  EVAL_NOT_STARTED: {
    message: (p: { name: string; dir: string }) => `There is no eval ${JSON.stringify(p.name)} to continue in ${p.dir}.`,
    fix: () => 'Run it without --resume.',
  },
  EVAL_BUSY: {
    message: (p: { name: string; pid: number }) => `The process ${p.pid} is already running the eval ${JSON.stringify(p.name)}.`,
    fix: () => 'Wait until it has ended.',
  },
  EVAL_NOT_KEPT: {
    message: (p: { file: string; problem: string }) => `The results in ${p.file} could not be written: ${p.problem}.`,
    fix: () => 'Make room on the disk, and continue with --resume. LOADOUT_STATE_DIR names another place for results.',
  },
  EVAL_FILE: {
    message: (p: { file: string; problem: string }) => `${p.file} has no results of an eval: ${p.problem}.`,
    fix: () => 'Name a file that loadout eval --save wrote.',
  },
  EVAL_SAVED_ONE: {
    message: (p: { flag: string; names: readonly string[] }) =>
      `${p.flag} takes one eval, but several are selected: ${p.names.join(', ')}.`,
    fix: () => 'Name one of them.',
  },
  SCORE_MODULE: {
    message: (p: { use: string; problem: string }) => `The score ${p.use} cannot be used: ${p.problem}.`,
    fix: () => 'Write ./file.ts#export, and export a function that returns a number from 0 to 1, or { score }.',
  },
  REPORT_NOT_WRITTEN: {
    message: (p: { file: string; problem: string }) => `The report ${p.file} could not be written: ${p.problem}.`,
    fix: () => 'Name a file in a folder that you may write: --reporter junit=FILE',
  },
  EXPECT_MISSING: {
    message: () => 'There is no global expect to extend.',
    fix: () => 'Import "@loadout/test/jest" in a file under setupFilesAfterEnv. With Vitest, import "@loadout/test/vitest".',
  },
  RULE_NEEDS_AGENT: {
    message: (p: { rule: string }) => `Only an agent knows which calls the rule ${p.rule} matches.`,
    fix: () => 'Write await expect(run).toMeet({ calls: [...] }, agent), before the agent is closed.',
  },
  USAGE_EVENT: {
    message: (p: { event: string; nearest?: string | undefined }) =>
      `There is no hook event ${JSON.stringify(p.event)}.${p.nearest === undefined ? '' : ` Did you mean ${p.nearest}?`}`,
    fix: (p: { available: readonly string[] }) => `Use one of: ${p.available.join(', ')}.`,
  },
  USAGE_EVENT_TOOL: {
    message: (p: { event: string }) => `The event ${p.event} is about a call of a tool, and --tool names none.`,
    fix: (p: { event: string }) => `Write: loadout hooks test ${p.event} --tool Bash --input '{"command": "ls"}'`,
  },
  USAGE_EVENT_FIELD: {
    message: (p: { flag: string; value: string; problem: string }) =>
      `${p.flag} cannot be ${JSON.stringify(p.value)}: ${p.problem}.`,
    fix: () => 'Write --tool Bash --input \'{"command": "ls"}\', and other fields as --field prompt=Go.',
  },
};

export const errors = defineErrors({ ...usageErrors, ...table });
