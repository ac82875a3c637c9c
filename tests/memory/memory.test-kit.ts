import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import memory from '@loadout/tool-memory';
import { model, runAgent, type Step, tempFolder } from '../../packages/runner/src/run/scripted.test-kit.js';

export { reader, type Step } from '../../packages/runner/src/run/scripted.test-kit.js';

type Given = Parameters<typeof runAgent>[0];
type Options = Readonly<Record<string, unknown>>;

/** One project of one user, in which sessions follow each other. */
export function project() {
  const base = tempFolder();
  const workspace = join(base, 'work');
  mkdirSync(workspace);
  const env = { IS_SANDBOX: '1', LOADOUT_STATE_DIR: join(base, 'state') };
  return {
    workspace,
    base,
    /** Runs one session with these answers of the model, and returns the requests as text. */
    async session(steps: readonly Step[], { options = {}, ...given }: Given & { readonly options?: Options } = {}) {
      const scripted = model([...steps, { text: 'Done.' }]);
      const ran = await runAgent({
        model: scripted,
        workspace,
        env,
        ...given,
        plugins: { memory: { plugin: memory, options }, ...given.plugins },
      });
      return { ...ran, requests: scripted.requests, text: JSON.stringify(scripted.requests.map(({ messages }) => messages)) };
    },
  };
}

export const note = (input: Options): Step => ({ calls: [{ name: 'Memory', input }] });
export const create = (path: string, file_text: string): Step => note({ command: 'create', path, file_text });

/** Everything by which a later session could come to read a note. */
export const LOOK_AROUND: readonly Step[] = [
  note({ command: 'view', path: '/memories' }),
  { calls: [{ name: 'MemorySearch', input: { query: '' } }] },
  { calls: [{ name: 'MemorySearch', input: { query: 'clean keys note rules' } }] },
  ...['note.md', 'clean.md', 'evil/note.md', 'link.md', 'evil'].map((path) =>
    note({ command: 'view', path: `/memories/${path}` }),
  ),
];
