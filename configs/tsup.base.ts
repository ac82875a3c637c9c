import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig, type Options } from 'tsup';
import { firstPartyTexts } from './first-party.js';

export interface PackageBuild extends Pick<Options, 'entry' | 'banner' | 'esbuildOptions'> {
  /** Packages whose code goes into the built files, beside the private ones and `model-apis`. Each other one is imported from where it is installed. */
  readonly bundled?: readonly string[];
  /** Further files of `dist`: their texts by their paths. They are written after the code. */
  readonly files?: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly loadout?: { readonly commands?: readonly { readonly module: string }[] };
}

/** The path of a built file below `dist`, without its ending. `undefined` for another file. */
const builtName = (file: string) => /^\.\/dist\/(.+?)(?:\.d)?\.[jt]s$/.exec(file)?.[1];

/** The built files of what a package exports and of its commands, each with its source. Declarations stand as their sources do. */
export function entriesOf({ exports, loadout }: Manifest): readonly (readonly [built: string, source: string])[] {
  const modules = (loadout?.commands ?? []).map(({ module }) => module);
  return [...Object.values(exports), ...modules].flatMap((one) => {
    const { types, default: file } = typeof one === 'string' ? { types: one, default: one } : one;
    const [built, source] = [builtName(file), builtName(types)];
    return built === undefined ? [] : [[built, `src/${source}.ts`] as const];
  });
}

/** The entries of the package in the current folder. */
const ownEntries = () => Object.fromEntries(entriesOf(JSON.parse(readFileSync('package.json', 'utf8'))));

/** How a package is built: readable ES modules with source maps, one for each entry, and chunks that the entries share or load later. */
export const packageBuild = ({ entry = ownEntries(), bundled = [], files, ...own }: PackageBuild = {}) =>
  defineConfig({
    ...own,
    entry,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    splitting: true,
    sourcemap: true,
    clean: true,
    // Without the paths of the sources: a package is imported from where it is installed.
    tsconfig: 'tsconfig.build.json',
    // The declarations are written by tsc: tsconfig.build.json.
    dts: false,
    silent: true,
    skipNodeModulesBundle: true,
    noExternal: ['@loadout/node', '@loadout/command', '@loadout/model-apis', ...bundled].map(
      (name) => new RegExp(`^${name}(?:/|$)`),
    ),
    define: firstPartyTexts(),
    esbuildPlugins: [librariesWithoutMaps],
    onSuccess: async () => {
      removeUnreachedChunks();
      writeFiles((await files?.()) ?? {});
    },
  });

/** Leaves bundled libraries out of the source maps, which were twice the size of their code: who debugs them debugs what is built. */
const librariesWithoutMaps: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'libraries-without-maps',
  setup: (build) => {
    const map = Buffer.from(
      JSON.stringify({ version: 3, sources: ['library'], sourcesContent: [''], mappings: 'AAAA' }),
    ).toString('base64');
    build.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, ({ path }) => ({
      contents: `${inOneByte(readFileSync(path, 'utf8'))}\n//# sourceMappingURL=data:application/json;base64,${map}`,
      loader: 'js',
    }));
  },
};

/** Escapes what is beyond Latin-1. One such character, also in a comment, makes V8 keep the whole file in two bytes a character. */
const inOneByte = (code: string) =>
  code.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The name of a chunk ends with a hash. */
const CHUNK = /-[A-Z0-9]{8}\.js$/;

/** Removes chunks that no other file imports. esbuild writes one for each `import()` of its input, also where it leaves out the code around it. */
function removeUnreachedChunks(): void {
  const names = readdirSync('dist', { encoding: 'utf8', recursive: true }).filter((name) => name.endsWith('.js'));
  const files = names.map((name) => ({ name, text: readFileSync(join('dist', name), 'utf8') }));
  const isReached = (chunk: string) => files.some(({ name, text }) => name !== chunk && text.includes(`/${chunk}"`));
  const unreached = names.filter((name) => CHUNK.test(name) && !isReached(name));
  for (const name of unreached) for (const file of [name, `${name}.map`]) rmSync(join('dist', file), { force: true });
  if (unreached.length > 0) removeUnreachedChunks();
}

function writeFiles(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join('dist', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
