import { changed, type Fields, guarding, kept, lost, quiet } from '../foreign/foreign-fields.js';
import { SETTINGS_FIELDS } from './file-fields.js';

/**
 * Keys that a program gets from Claude Code's own files in addition to `compat`. With `compat`, `agent.config.yaml` sets these
 * itself.
 */
export const CLAUDE_FIELDS: Fields = {
  model: changed("`defaults.model`: the alias of this name under `models`, else the provider's own name"),
  sandbox: guarding(changed('`sandbox`; its keys are below')),
  cleanupPeriodDays: changed('`sessions.retention`, in days'),
  outputStyle: quiet('a program reads it itself'),
  effortLevel: quiet('a program reads it itself'),
  language: quiet('a program reads it itself'),
  apiKeyHelper: quiet('it is asked for the key, where it stands in your own settings or in those of the program'),
  enabledPlugins: lost('only the plugin folders that a program names are read'),
};

export const ALL_CLAUDE_FIELDS: Fields = { ...SETTINGS_FIELDS, ...CLAUDE_FIELDS };

/** Keys under `sandbox`. */
export const SANDBOX_FIELDS: Fields = {
  enabled: guarding(changed('`use`: `bubblewrap` or `off`; without it there is no sandbox')),
  failIfUnavailable: guarding(changed('`required`; without it `true`')),
  autoAllowBashIfSandboxed: changed('`autoAllow`; without it `true`, and `false` where the sandbox is not required'),
  excludedCommands: kept(),
  filesystem: guarding(kept('`allowWrite`, `denyWrite` and `denyRead`')),
  network: guarding(kept('`allowedDomains`, `deniedDomains`, `allowLocalBinding` and `allowUnixSockets`')),
  allowUnsandboxedCommands: quiet('no command asks to run outside'),
};
