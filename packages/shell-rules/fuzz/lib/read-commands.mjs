import { readFileSync } from 'node:fs';

/**
 * The rules and the commands of a file of commands. A line that ends inside a quote or a here-document continues on the next
 * line.
 */
export function readCommands(file) {
  const rules = { allow: [], deny: [] };
  const commands = [];
  let open = '';
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const text = open === '' ? line : `${open}\n${line}`;
    if (open === '' && (line === '' || line.startsWith('# '))) continue;
    if (open === '' && line.startsWith('+ ')) rules.allow.push(line.slice(2));
    else if (open === '' && line.startsWith('- ')) rules.deny.push(line.slice(2));
    else if (goesOn(text)) open = text;
    else {
      commands.push(text);
      open = '';
    }
  }
  return { rules, commands };
}

function goesOn(text) {
  const start = /<<\s*'?EOF'?/.exec(text);
  if (start !== null) return !(text.includes('"$(') ? /\nEOF\n\)"$/ : /\nEOF$/).test(text);
  return (text.match(/'/g) ?? []).length % 2 === 1 && text.startsWith('node -e ');
}
