/** All commands and flags of Loadout and its installed packages as Markdown, from the tables of the parser and the help. */
export function commandReference({ allCommands, exitCodes, flagLabel, signature }) {
  const codes = exitCodes.map(([code, meaning]) => [String(code), meaning]);
  const sections = allCommands().map((definition) => commandSection(definition, { flagLabel, signature }));
  return [...sections, '### Exit codes', table(['Code', 'Meaning'], codes)].join('\n\n');
}

function commandSection(definition, { flagLabel, signature }) {
  const { name, summary, positionals, flags, details = [], examples = [] } = definition;
  const rows = [
    ...positionals.map((one) => [`\`${one.name}\``, one.help]),
    ...flags.map((flag) => [`\`${flagLabel(flag)}\``, `${flag.help}${flag.repeat === true ? ' Repeatable.' : ''}`]),
  ];
  const typed = examples.map((example) => `\`${['loadout', name, example].join(' ').trimEnd()}\``);
  return [
    `### \`loadout ${[name, signature(definition)].join(' ').trimEnd()}\``,
    summary,
    ...details,
    ...(typed.length === 0 ? [] : [`Examples: ${typed.join(' · ')}`]),
    ...(rows.length === 0 ? [] : [table(['Argument or flag', 'Meaning'], rows)]),
  ].join('\n\n');
}

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
