import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ask, choose } from './ask.js';
import { type Created, createProject } from './create-project.js';
import { errors } from './errors.js';
import { templates } from './templates.js';

export interface Surroundings {
  readonly out: (text: string) => void;
  /** Whether a person can be asked. */
  readonly isTerminal: boolean;
}

const DEFAULT_DIR = 'my-agent';

const USAGE = `Usage: npm create loadout [folder] -- [--template NAME] [--from FOLDER] [--yes] [--dry-run]

  --template NAME  the template; see below
  --from FOLDER    the unpacked bundle of a release, whose packages are installed in place of those of the registry
  -y, --yes        ask nothing: the template is minimal unless it is named
  --dry-run        print the files and write nothing
`;

/** The command. Without a terminal it asks nothing. Throws CREATE_*. */
export async function run(args: readonly string[], { out, isTerminal }: Surroundings): Promise<void> {
  const { values, positionals } = parsed(args);
  if (values.help) return out(`${USAGE}\n${rows()}\n`);
  const asks = isTerminal && !values.yes;
  const dir = positionals[0] ?? (asks ? await ask('Folder', DEFAULT_DIR) : DEFAULT_DIR);
  const template = values.template ?? (asks ? await choose('Template', choices()) : 'minimal');
  const created = createProject({ dir, template, from: values.from, dryRun: values['dry-run'] });
  out(told(created, values['dry-run']));
  if (values.from !== undefined) out(`\nThe packages come from ${values.from}: keep that folder.\n`);
}

function parsed(args: readonly string[]) {
  const options = {
    template: { type: 'string' },
    from: { type: 'string' },
    yes: { type: 'boolean', short: 'y', default: false },
    'dry-run': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  try {
    const found = parseArgs({ args: [...args], options, allowPositionals: true });
    if (found.positionals.length <= 1) return found;
    throw new Error(`One folder is created at a time; these are ${found.positionals.length}.`);
  } catch (error) {
    throw errors.CREATE_USAGE({ problem: (error as Error).message.split('\n', 1)[0] ?? '' }, { cause: error });
  }
}

const choices = () => Object.entries(templates()).map(([name, { description }]) => ({ name, description }));
const rows = () =>
  choices()
    .map(({ name, description }) => `  ${name.padEnd(15)}  ${description}`)
    .join('\n');

/** A path as one word of a command that a person copies: in quotes, where a shell would read more than a word. */
const typedWord = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

function told({ dir, template, files, next }: Created, isDry: boolean): string {
  const place = relative(process.cwd(), dir);
  const done = `${isDry ? 'Would write' : 'Wrote'} ${files.length} files of the template ${template} to ${place || 'this folder'}:`;
  const steps = [...(place === '' ? [] : [`cd ${typedWord(place)}`]), ...next].map((step) => `  ${step}`);
  return [done, ...files.map((file) => `  ${file}`), ...(isDry ? [] : ['', 'Next:', ...steps]), ''].join('\n');
}
