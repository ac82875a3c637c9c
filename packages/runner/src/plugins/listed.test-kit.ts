import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLUGIN_API } from '@loadout/core/run';
import { tempFolder } from '../run/scripted.test-kit.js';

/** The mark of a plugin of this repository, for a package that cannot import `ownPlugin`. */
export const MARKED = `Object.defineProperty(plugin, Symbol.for('loadout.own-plugin'), { value: plugin })`;

/** The source of a plugin that records how it is used. `SETUP` and `MARK` are replaced. */
const SOURCE = `
import { appendFileSync } from 'node:fs';
const note = (what) => appendFileSync(new URL('./happened.txt', import.meta.url), what + '\\n');
note('import');
const find = {
  name: 'Find', description: 'Finds.', isReadOnly: true, maxResultChars: Infinity,
  inputSchema: { type: 'object', properties: { what: { type: 'string' }, most: { type: 'integer', default: 3 } }, required: ['what'] },
  isConcurrencySafe: ({ what }) => what !== 'alone',
  access: () => [],
  validateInput: ({ what }) => (what === 'nothing' ? 'Find something.' : undefined),
  call: (input, { get }) => JSON.stringify(input) + ' ' + ++get({ key: 'Count' }).n,
};
const options = { type: 'object', properties: { deep: { type: 'boolean' } }, additionalProperties: false };
const plugin = {
  name: 'finder', api: 1, options,
  setup(context) {
    note('setup');
    SETUP
    return {
      tools: [find],
      services: [{ service: { key: 'Count' }, shared: true, create: () => ({ n: 0 }), dispose: () => note('count ended') }],
      hooks: { PostToolUse: [{ name: 'seen', matcher: 'Look', run: () => note('hook') }], Stop: { afterUse: true, run: () => note('stop') } },
      toolSource: { keptInState: true, open: () => { note('open'); return { ready: async () => {}, tools: () => [], onChange: () => {}, close: async () => {} }; } },
      dispose: () => note('dispose'),
    };
  },
};
export default MARK;
`;

/** A listing as `configs/write-listing.mjs` writes it. */
const LISTING = {
  name: 'finder',
  version: '1.2.3',
  api: PLUGIN_API,
  tools: [
    {
      name: 'Find',
      description: 'Finds.',
      inputSchema: {
        type: 'object',
        properties: { what: { type: 'string' }, most: { type: 'integer', default: 3 } },
        required: ['what'],
      },
      isReadOnly: true,
      isConcurrencySafe: 'input',
      maxResultChars: 'Infinity',
      functions: ['call', 'access', 'validateInput'],
    },
  ],
  services: [{ key: 'Count', shared: true }],
  hooks: { PostToolUse: [{ name: 'seen', matcher: 'Look' }], Stop: [{ afterUse: true }] },
  toolSource: { keptInState: true },
};

export const USE = '@loadout/tool-finder';

/** Installs the plugin in its own folder. `happened` returns the uses since then. */
export function listedPlugin({
  setup = '',
  listing = {},
  source = SOURCE,
  manifest = ['Find'],
  isMarked = true,
}: {
  readonly setup?: string;
  readonly listing?: object | string | undefined;
  readonly source?: string;
  readonly manifest?: readonly string[];
  /** If false, only the manifest says that the plugin is ours. */
  readonly isMarked?: boolean;
} = {}) {
  const folder = tempFolder();
  const at = join(folder, 'node_modules', USE);
  mkdirSync(join(at, 'dist'), { recursive: true });
  const write = (name: string, value: object) => writeFileSync(join(at, name), JSON.stringify(value));
  const loadout = { api: PLUGIN_API, plugin: './dist/index.js', names: 'bare', tools: manifest.map((name) => ({ name })) };
  write('package.json', { name: USE, version: '1.2.3', type: 'module', loadout });
  writeFileSync(join(at, 'dist/index.js'), source.replace('SETUP', setup).replace('MARK', isMarked ? MARKED : 'plugin'));
  if (typeof listing === 'string') appendFileSync(join(at, 'dist/loadout-listing.json'), listing);
  else write('dist/loadout-listing.json', { ...LISTING, ...listing });
  const notes = join(at, 'dist/happened.txt');
  return { folder, happened: () => (existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : []) };
}
