import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AnyTool,
  definePlugin,
  defineService,
  defineTool,
  type Plugin,
  type PluginParts,
  permittedPath,
} from '@loadout/core';
import type { FAULTS } from './planted-faults.fixture.js';
import type { PluginCases } from './plugin-checks.js';

type Fault = (typeof FAULTS)[number][0];

const SECRET = 'tok-0123456789';
const Seen = defineService<Set<string>>('notes.Seen');
const Foreign = defineService<{ readonly name: string }>('somebody.Else');

const schema = {
  type: 'object',
  properties: { token: { type: 'string', secret: true }, words: { type: 'array', items: { type: 'string' }, default: ['a'] } },
  required: ['token'],
  additionalProperties: false,
} as const;

const inputSchema = {
  type: 'object',
  properties: { file: { type: 'string', minLength: 1 } },
  required: ['file'],
  additionalProperties: false,
} as const;

type Parts = Partial<AnyTool>;

/** Reads a note and remembers in the session which were read. */
const readNote = (changes: Parts = {}): AnyTool => ({
  ...defineTool({
    name: 'ReadNote',
    description: 'Reads a note.',
    inputSchema,
    annotations: { readOnlyHint: true },
    needs: [Seen],
    access: ({ file }, { cwd }) => [{ kind: 'read', path: join(cwd, file) }],
    async call(_, context) {
      const path = permittedPath(context, 'read');
      const text = await readFile(path, { encoding: 'utf8', signal: context.signal });
      context.get(Seen).add(path);
      return text;
    },
  }),
  ...changes,
});

const saveNote = (changes: Parts = {}): AnyTool => ({
  ...defineTool({
    name: 'SaveNote',
    description: 'Writes a note.',
    inputSchema,
    access: ({ file }, { cwd }) => [{ kind: 'write', path: join(cwd, file) }],
    async call(_, context) {
      await writeFile(permittedPath(context, 'write'), 'saved', { signal: context.signal });
      return 'Saved.';
    },
  }),
  ...changes,
});

const offer = { service: Seen, create: () => new Set<string>() };

interface Planted {
  readonly tools?: () => readonly AnyTool[];
  readonly parts?: (options: { readonly token: string; readonly words: string[] }) => PluginParts;
  readonly options?: object;
  readonly packageJson?: object;
  readonly disposeGraceMs?: number;
}

const plugin = ({ tools = () => [readNote(), saveNote()], parts, options = schema }: Planted): Plugin =>
  definePlugin({
    name: 'notes',
    options: options as typeof schema,
    setup: ({ options: given }) => ({ tools: tools(), services: [offer], ...parts?.(given as never) }),
  });

const loadout = {
  api: 1,
  plugin: './dist/index.js',
  tools: [{ name: 'ReadNote', readOnly: true }, { name: 'SaveNote' }],
  options: schema,
  touches: { fs: 'write' },
};

const withNote = ({ dir }: { readonly dir: string }) => writeFile(join(dir, 'a.txt'), 'hello');

export const cases: PluginCases = {
  options: { token: SECRET },
  packageJson: { loadout },
  disposeGraceMs: 100,
  tools: {
    ReadNote: {
      valid: [
        { input: { file: 'a.txt' }, setup: withNote, text: 'hello' },
        { input: { file: 'none.txt' }, isError: true },
      ],
      invalid: [{ input: {}, path: '/file' }],
      slow: { input: { file: 'slow.txt' } },
      abortGraceMs: 1_000,
    },
    SaveNote: {
      valid: [{ input: { file: 'new.txt' }, text: 'Saved.' }],
      invalid: [{ input: {}, path: '/file' }],
      slow: { input: { file: 'slow.txt' } },
      abortGraceMs: 1_000,
    },
  },
};

/** The plugin without a fault. */
export const faultless = plugin({});

const reading = (changes: Parts): Planted => ({ tools: () => [readNote(changes), saveNote()] });
const saving = (changes: Parts): Planted => ({ tools: () => [readNote(), saveNote(changes)] });
const told = (text: unknown) => ({ call: () => text as string });
const shared = { closed: false };
let count = 0;

/** The plant of each fault, in the plugin or in its package.json. */
const PLANTED: Readonly<Record<Fault, Planted>> = {
  'a tool keeps what it saw for one session and tells it to the next': {
    tools() {
      const seen: string[] = [];
      const call = async (input: never) => `${seen.push((input as { file: string }).file)} seen`;
      return [readNote({ call }), saveNote()];
    },
  },
  'a tool resolves its path a second time, after the decision': reading({
    call: async (input, { cwd }) => readFile(join(cwd, (input as { file: string }).file), 'utf8'),
  }),
  'a tool ignores the abort': reading({
    call: (input, context) =>
      (input as { file: string }).file === 'slow.txt' ? new Promise(() => {}) : readFile(permittedPath(context, 'read'), 'utf8'),
  }),
  'a read-only tool writes': saving({ annotations: { readOnlyHint: true } }),
  'the plugin takes options that it does not know': { options: { ...schema, additionalProperties: true } },
  'the manifest lists a tool that the code does not have': {
    packageJson: { loadout: { ...loadout, tools: [...loadout.tools, { name: 'Gone' }] } },
  },
  'a schema has a form that providers refuse': reading({ inputSchema: { ...inputSchema, anyOf: [{ required: ['file'] }] } }),
  'a call writes a file that access does not name': saving({ access: () => [{ kind: 'session' }], call: writeBeside }),
  'a call sends a request that access does not name': reading({
    async call(_, context) {
      await fetch('data:,x');
      return readFile(permittedPath(context, 'read'), 'utf8');
    },
  }),
  'a result holds a value that JSON does not carry': reading(
    told({ content: 'hello', structuredContent: { when: new Date(0), big: 1n } }),
  ),
  'a failure has no message for the model': reading({
    call() {
      throw { code: 7 };
    },
  }),
  'a result has no end': reading({ maxResultChars: Number.POSITIVE_INFINITY, ...told('x'.repeat(1_000_000)) }),
  'a name is refused by providers': {
    tools: () => [readNote(), saveNote(), readNote({ name: 'notes.read' })],
  },
  'a description is missing': reading({ description: '' }),
  'a tool uses a service that it does not declare': reading({ call: (_, context) => context.get(Foreign).name }),
  'an error repeats a secret option': {
    parts: ({ token }) => ({
      tools: [readNote({ call: () => ({ content: `The server refused ${token}.`, isError: true }) }), saveNote()],
    }),
  },
  'a call changes the environment of the process': reading({
    call() {
      process.env.NOTES_READ = String(++count);
      return 'hello';
    },
  }),
  'a timer of setup runs on after dispose': {
    parts() {
      setTimeout(() => {}, 3_000);
      return {};
    },
  },
  'dispose never ends': { parts: () => ({ dispose: () => new Promise<void>(() => {}) }), disposeGraceMs: 50 },
  'the listing is another one each time': { tools: () => [readNote({ description: `Reads note ${++count}.` }), saveNote()] },
  'a call changes its input': reading({
    async call(input, context) {
      (input as { file: string }).file = 'other.txt';
      return readFile(permittedPath(context, 'read'), 'utf8');
    },
  }),
  'the manifest does not declare what access names': { packageJson: { loadout: { ...loadout, touches: { fs: 'read' } } } },
  'two mounts share what dispose closes': {
    parts() {
      shared.closed = false;
      const call = () => {
        if (shared.closed) throw new Error('It is closed.');
        return 'hello';
      };
      return {
        tools: [readNote({ call }), saveNote()],
        dispose() {
          shared.closed = true;
        },
      };
    },
  },
  'options that setup was given are changed': {
    parts({ words }) {
      words.push('b');
      return {};
    },
  },
};

async function writeBeside(_: never, { cwd }: { readonly cwd: string }): Promise<string> {
  await writeFile(join(cwd, 'beside.txt'), 'x');
  return 'Saved.';
}

export const planted = (fault: Fault): { readonly plugin: Plugin; readonly cases: PluginCases } => {
  const { packageJson = cases.packageJson, disposeGraceMs, ...rest } = PLANTED[fault];
  return { plugin: plugin(rest), cases: { ...cases, packageJson, disposeGraceMs } };
};
