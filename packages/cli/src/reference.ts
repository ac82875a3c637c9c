import { type Definition, flagLabel, signature } from './arguments/definition.js';
import { exitCodes } from './arguments/help.js';
import { allCommands } from './packaged/own-commands.js';

/** All commands and flags of Loadout and its installed packages as Markdown, from the tables of the parser and the help. Used by the README and the docs. */
export function commandReference(): string {
  const codes = exitCodes.map(([code, meaning]) => [String(code), meaning]);
  return [...allCommands().map(commandSection), '### Exit codes', table(['Code', 'Meaning'], codes)].join('\n\n');
}

function commandSection(definition: Definition): string {
  const { name, summary, positionals, flags, details, examples = [] } = definition;
  const rows = [
    ...positionals.map((one) => [`\`${one.name}\``, one.help]),
    ...flags.map((flag) => [`\`${flagLabel(flag)}\``, `${flag.help}${flag.repeat === true ? ' Repeatable.' : ''}`]),
  ];
  return [
    `### \`loadout ${[name, signature(definition)].join(' ').trimEnd()}\``,
    summary,
    ...(details ?? []),
    ...(examples.length === 0
      ? []
      : [`Examples: ${examples.map((typed) => `\`${['loadout', name, typed].join(' ').trimEnd()}\``).join(' · ')}`]),
    ...(rows.length === 0 ? [] : [table(['Argument or flag', 'Meaning'], rows)]),
  ].join('\n\n');
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
