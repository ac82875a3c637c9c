import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  SCRIPT_INVALID: {
    message: (p: { script: string; problems: readonly string[] }) =>
      `The ${p.script} cannot be played:\n${p.problems.map((problem) => `  ${problem}`).join('\n')}`,
    fix: () => 'Correct these lines. The README of @loadout/model-script lists the fields of a turn.',
  },
  SCRIPT_UNREADABLE: {
    message: (p: { file: string; reason: string }) => `The script ${p.file} cannot be read: ${p.reason}.`,
    fix: () => 'Check the path; it is relative to the folder of the configuration file.',
  },
  SCRIPT_ENDED: {
    message: (p: { script: string; turns: number; call: number }) =>
      `The ${p.script} has ${p.turns} ${p.turns === 1 ? 'turn' : 'turns'}, but the run asks for turn ${p.call}.`,
    fix: () => 'Add a turn, or remove the tool call from the last turn so that the run ends there.',
  },
  SCRIPT_PLACEHOLDER: {
    message: (p: { placeholder: string; at: string; problem: string; hasFailed?: boolean }) =>
      `${p.at}: ${p.placeholder} has no value: ${p.problem.replace(/\.$/, '')}.`,
    fix: (p: { hasFailed?: boolean }) =>
      p.hasFailed
        ? 'Do what the failed call says first, and run the command again. Or correct the call in the script.'
        : 'Correct the placeholder, or look at the tool result that it reads.',
  },
  SCRIPT_ABORTED: { message: () => 'The scripted answer was aborted.' },
  CASSETTE_UNREADABLE: {
    message: (p: { file: string; reason: string }) => `The cassette ${p.file} cannot be read: ${p.reason}.`,
    fix: () => 'Record it again, or check the path; it is relative to the folder of the configuration file.',
  },
  CASSETTE_ENDED: {
    message: (p: { file: string; turns: number; again?: string | undefined }) =>
      `The cassette ${p.file} has ${p.turns} turns, and all of them have been played.`,
    fix: (p: { again?: string | undefined }) =>
      `Record the cassette again${p.again === undefined ? '' : `, with ${p.again}`}: this run asks the model more often than the recorded one.`,
  },
  CASSETTE_MISMATCH: {
    message: (p: { file: string; turn: number; what: string; diff: string; again?: string | undefined }) =>
      `The request differs from the one recorded for turn ${p.turn} in the cassette ${p.file}: ${p.what} differs.\n${p.diff}`,
    fix: (p: { again?: string | undefined }) =>
      `If the change is intended, record the cassette again${p.again === undefined ? '' : `: ${p.again}`}. If only a path or a date differs, normalise it.`,
  },
  CASSETTE_SECRET: {
    message: (p: { file: string; turn: number }) =>
      `Turn ${p.turn} holds a secret that no rule removes, so the cassette ${p.file} is not written.`,
    fix: () => 'Keep the secret out of prompts, files and tool results, or declare the encoded text as a secret too.',
  },
};

export const errors = defineErrors(table);
