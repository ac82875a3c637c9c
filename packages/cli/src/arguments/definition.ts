import type { CommandCall, CommandDefinition, CommandFlag } from '@loadout/core/commands';

/** The parser, the help and the reference page read the same entries, whoever brings a command. */
export type Definition = CommandDefinition;
export type Flag = CommandFlag;
export type Arguments<D extends Definition = Definition> = CommandCall<D>;

/** `[agent] <call>`, as in the usage line. */
export const signature = (definition: Definition) =>
  definition.positionals.map(({ name, optional }) => (optional === true ? `[${name}]` : `<${name}>`)).join(' ');

/** `-c, --config FILE`. */
export const flagLabel = ({ short, name, value }: Flag) =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
