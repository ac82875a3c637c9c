import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { typedWord, writeFile } from '@loadout/command';
import { configsIn } from '@loadout/config';
import { isFile } from '@loadout/config/documents';
import { defineCommand } from '@loadout/core/commands';
import { resolvePlugin } from '@loadout/runner';
import { errors } from '../errors.js';
import { firstConfig, firstTest, modelLines, SERVERS } from './first-config.js';
import { refuseLink, schemaText, writeSchema } from './schema.js';

const definition = {
  name: 'init',
  group: 'first steps',
  summary: 'Write a small agent.config.yaml that runs without an API key.',
  positionals: [],
  flags: [
    { name: 'dir', value: 'DIR', help: 'The folder to write to. Default: the current folder.' },
    {
      name: 'provider',
      value: 'NAME',
      help: `The server of the model: ${SERVERS.slice(0, -1).join(', ')} or ${SERVERS.at(-1)}.`,
    },
    { name: 'model', value: 'ID', help: 'The id of the model. Default: qwen3:8b for ollama, the loaded model for llamacpp.' },
    {
      name: 'base-url',
      value: 'URL',
      help: 'The address of the server, if it is not the usual one. It takes effect once you trust the configuration.',
    },
  ],
  examples: ['--provider ollama', '--dir my-agent'],
} as const;

export default defineCommand(definition, async ({ flags }, host) => {
  const dir = resolve(host.cwd, flags.dir ?? '.');
  const file = join(dir, 'agent.config.yaml');
  const shown = relative(host.cwd, file);
  refuseLink(file, host.cwd);
  const { provider, model, 'base-url': baseUrl } = flags;
  const chosen = (provider ?? model ?? baseUrl) === undefined ? undefined : modelLines({ provider, model, baseUrl });
  const folder = { hasFiles: resolvePlugin('@loadout/tool-fs', dir) !== undefined, lines: chosen?.lines };
  const [existing] = configsIn(dir);
  if (existing !== undefined || !writeFile(file, { text: firstConfig(folder), exclusive: true }))
    throw errors.INIT_EXISTS({ file: relative(host.cwd, existing ?? file) });
  const schema = writeSchema(dir, await schemaText(dir));
  // The schema is large, is for editors alone, and belongs to the installed packages: `loadout schema` writes it anew.
  writeFile(join(dirname(schema), '.gitignore'), { text: `${basename(schema)}\n`, exclusive: true });
  const test = join(dir, 'agent.test.yaml');
  const hasTest = writeFile(test, { text: firstTest(folder), exclusive: true });
  const place = relative(host.cwd, dir);
  const there = place === '' ? [] : [`cd ${typedWord(place)}`];
  const steps = [...there, ...missing(chosen?.use, dir), ...(chosen?.steps ?? [])].map((step) => `  ${step}\n`).join('');
  const loadout = host.called;
  // An address that is not the usual one acts only after trust.
  const trust = baseUrl === undefined ? '' : `  ${loadout} trust\n`;
  const check = chosen === undefined ? '' : `${trust}  ${loadout} doctor\n`;
  const testStep = resolvePlugin('@loadout/test', import.meta.dirname) === undefined ? '' : `  ${loadout} test\n`;
  const wrote = hasTest ? `${shown} and ${relative(host.cwd, test)}` : shown;
  host.out(`Wrote ${wrote}. Next:\n${steps}${check}  ${loadout} run "What is in this folder?"\n${testStep}`);
  if (chosen === undefined) host.out('Without ANTHROPIC_API_KEY, a scripted model answers.\n');
  const [chatProgram] = missing('@loadout/chat', dir);
  if (chatProgram !== undefined) host.out(`To chat: ${chatProgram}\n`);
  host.out(compatHint(dir) + instructionsHint(dir));
  return 0;
});

/** The command that installs a package, if it is missing. */
const missing = (use: string | undefined, dir: string): readonly string[] =>
  use === undefined || resolvePlugin(use, dir) !== undefined ? [] : [`npm install ${use}`];

/** Other tools' files in the folder, each with the entry of `compat` that reads it in place. Source: U13. */
const READABLE = [
  ['AGENTS.md', 'instructions'],
  ['CLAUDE.md', 'instructions'],
  ['.claude/CLAUDE.md', 'instructions'],
  ['.claude/rules', 'instructions'],
  ['.claude/agents', 'agents'],
  ['.agents/skills', 'skills'],
  ['.claude/skills', 'skills'],
  ['.claude/commands', 'commands'],
  ['.claude/settings.json', 'settings'],
  ['.mcp.json', 'mcp'],
] as const;

/** Files of instructions that no entry of `compat` reads, since each is of one program. */
const PLAIN = ['.goosehints', 'GEMINI.md', '.github/copilot-instructions.md', '.cursorrules', '.windsurfrules'];

function instructionsHint(dir: string): string {
  const found = PLAIN.filter((path) => isFile(join(dir, path)));
  if (found.length === 0) return '';
  const files = found.map((path) => `{ file: ${path} }`).join(', ');
  return `To give ${found.join(', ')} to every agent, add this line to the file:\n  defaults: { instructions: [${files}] }\n`;
}

function compatHint(dir: string): string {
  const found = READABLE.filter(([path]) => existsSync(join(dir, path)));
  if (found.length === 0) return '';
  const [paths, names] = [found.map(([path]) => path), [...new Set(found.map(([, name]) => name))]];
  const reader = missing('@loadout/claude-files', dir).map((step) => `The package that reads them: ${step}\n`);
  return `To use ${paths.join(', ')} in place, add this line to the file:\n  compat: [${names.join(', ')}]\n${reader.join('')}`;
}
