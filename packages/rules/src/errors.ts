import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  RULES_VERSION_MISSING: {
    message: () => 'No other version of the rules was given. Expected a configuration file, or --ref with a git ref.',
    fix: () => 'Name one: loadout rules try other.yaml, or loadout rules try --ref main',
  },
  RULES_SESSIONS_MISSING: {
    message: (p: { dir: string }) => `There is no recorded session in ${p.dir}. Expected a folder with the files of sessions.`,
    fix: () => 'List where sessions are kept: loadout sessions --json',
  },
  RULES_NO_FILE: {
    message: (p: { config: string }) => `${p.config} has no personal file beside it, so no rule was written.`,
    fix: () => 'Write the rules into the configuration by hand, or call it agent.config.yaml.',
  },
  RULES_NOT_CONFIRMED: {
    message: (p: { count: number; file: string }) =>
      `Nobody is there to say yes to ${p.count === 1 ? '1 rule' : `${p.count} rules`}, so nothing was written into ${p.file}.`,
    fix: () => 'Look at the rules, then write them without a question: loadout rules suggest --write --yes',
  },
  RULES_VERSION_RUNS: {
    message: (p: { file: string }) => `${p.file} is a program, and a version for comparison is never run. Expected YAML or JSON.`,
    fix: () => 'Compare a .yaml, .yml, .json or .jsonc file.',
  },
  RULES_REF_UNREAD: {
    message: (p: { ref: string; file: string; problem: string }) =>
      `${p.file} cannot be read at the git ref "${p.ref}": ${p.problem}`,
    fix: (p: { ref: string; file: string }) => `See what git has there: git cat-file -t ${p.ref}:./${p.file}`,
  },
};

export const errors = defineErrors(table);
