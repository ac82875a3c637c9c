/** Advice about rules for commands, apart from their analysis: what `@loadout/shell-rules/advice` exports, by hand. */
export { adviceOn, type CommandAdvice } from './advice-on.js';
export { coveredPrefix } from './covered-prefix.js';
