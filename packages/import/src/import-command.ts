import { join, relative, resolve } from 'node:path';
import { plural, writeFile } from '@loadout/command';
import { configsIn } from '@loadout/config';
import { defineCommand } from '@loadout/core/commands';
import { errors } from './errors.js';
import { importConfig } from './import-config.js';
import { FORMATS, type Format } from './recognise.js';
import { checkFree, writeFiles } from './write-rules.js';

const FILE = 'agent.config.yaml';

const definition = {
  name: 'import',
  group: 'first steps',
  summary:
    'Convert files of docker-agent (cagent), goose, continue, opencode, Codex, Gemini CLI or Copilot to an agent.config.yaml, and print it.',
  positionals: [{ name: 'file', help: 'The YAML, JSON or TOML file to convert, or a folder with .github of Copilot.' }],
  flags: [
    {
      name: 'from',
      value: 'FORMAT',
      choices: FORMATS,
      help: 'The format of the file. Default: detected from its content.',
    },
    { name: 'write', help: 'Write agent.config.yaml in this folder instead of printing. Fails if the file exists.' },
    { name: 'report', help: 'Print on standard error what each line became.' },
  ],
  details: [
    'Secrets in plain text are not copied: the configuration refers to variables instead.',
    'Settings without a counterpart are left out, and listed with file and line in comments and on standard error.',
    'Instructions of Copilot for certain files become rules in .claude/rules, which --write also writes. Existing files stay as they are.',
    'To use .claude, .mcp.json and AGENTS.md of a repository, no import is needed: the compat key reads them in place.',
  ],
  examples: ['recipe.yaml --write', '.codex/config.toml --report', '.github'],
} as const;

export default defineCommand(definition, async ({ positionals: [named = ''], flags }, host) => {
  const from = flags.from as Format | undefined;
  const { text, files, losses, gains } = await importConfig({ file: resolve(host.cwd, named), shown: named, from });
  if (flags.write) {
    const [existing] = configsIn(host.cwd);
    if (existing === undefined) checkFree(files, host.cwd);
    if (existing !== undefined || !writeFile(join(host.cwd, FILE), { text, exclusive: true }))
      throw errors.IMPORT_EXISTS({ file: existing === undefined ? FILE : relative(host.cwd, existing) });
    writeFiles(files, host.cwd);
    host.out(`Wrote ${[FILE, ...files.map(({ path }) => path)].join(', ')}. Next: ${host.called} check\n`);
  } else {
    host.out(text);
    if (files.length > 0) host.tell(`--write also writes ${files.map(({ path }) => path).join(', ')}.\n`);
  }
  if (flags.report) for (const gain of gains) host.tell(`  ${gain}\n`);
  if (losses.length > 0) {
    host.tell(`${plural(losses.length, 'setting')} of ${named} not imported:\n`);
    for (const loss of losses) host.tell(`  ${loss}\n`);
  }
  return 0;
});
