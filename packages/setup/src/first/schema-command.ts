import { dirname, join, relative, resolve } from 'node:path';
import { workingFolder, writeFile } from '@loadout/command';
import { configsIn } from '@loadout/config';
import { defineCommand } from '@loadout/core/commands';
import { regularFile } from '@loadout/node';
import { refuseLink, schemaText, writeSchema } from './schema.js';

const definition = {
  name: 'schema',
  group: 'first steps',
  summary: 'Write a JSON Schema of the configuration for your editor, including the options of the installed plugins.',
  positionals: [],
  flags: [
    { name: 'out', value: 'FILE', help: 'The file to write. Default: .loadout/schema.json.' },
    { name: 'print', help: 'Print the schema instead of writing a file.' },
    { name: 'cwd', value: 'DIR', help: 'The folder whose plugins are included. Default: the current folder.' },
  ],
  examples: ['--out schema.json'],
} as const;

export default defineCommand(definition, async ({ flags }, host) => {
  const cwd = workingFolder(host.cwd, { flag: '--cwd', dir: flags.cwd });
  const text = await schemaText(cwd);
  if (flags.print) {
    host.out(text);
    return 0;
  }
  const file = flags.out === undefined ? writeSchema(cwd, text) : resolve(cwd, flags.out);
  if (flags.out !== undefined) {
    refuseLink(file, cwd);
    writeFile(file, { text, isNamed: true });
  }
  const found = configsIn(cwd).find((path) => /\.ya?ml$/.test(path));
  const config = found ?? join(cwd, 'agent.config.yaml');
  const [wrote, first, path] = [relative(cwd, file), relative(cwd, config), relative(dirname(config), file)];
  const line = `# yaml-language-server: $schema=${path}`;
  host.out(
    `Wrote ${wrote}.${found !== undefined && hasLine(found, line) ? '' : ` Add this as the first line of ${first}:\n${line}`}\n`,
  );
  return 0;
});

function hasLine(file: string, line: string): boolean {
  try {
    return regularFile(file).toString().split(/\r?\n/).includes(line);
  } catch {
    return false;
  }
}
