import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Toolkit, type ToolkitOptions, toolkit } from '@loadout/adapters';

/** One call that the host's model makes, and the answer of the person if the host asks about it. */
export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly input: Record<string, unknown>;
  readonly answer?: 'yes' | 'no';
}

/** A call as the host treated it, and the result that its model read. */
export interface Seen {
  readonly asked: boolean;
  readonly text: string;
  readonly image?: string | undefined;
  /** Whether the model is told that the call has failed. Absent: the host has no word for it. */
  readonly failed?: boolean | undefined;
}

export interface Drive {
  readonly calls: readonly ScriptedCall[];
  readonly signal?: AbortSignal | undefined;
  /** The last text of the model. Default: Done. */
  readonly answer?: string | undefined;
  /** Whether the model makes all calls in one message. */
  readonly atOnce?: boolean | undefined;
  /** Stands for another process that goes on after each answer of the person, with what the host has stored. */
  readonly restart?: (() => Promise<Toolkit>) | undefined;
}

/** Returns the calls of the model's next message: those that have no result yet, or the first of them. */
export function nextCalls({ calls, atOnce }: Drive, hasResult: (id: string) => boolean): readonly ScriptedCall[] {
  const open = calls.filter(({ id }) => !hasResult(id));
  return atOnce === true ? open : open.slice(0, 1);
}

/** A toolkit of somebody else, with its own agent loop and a model that makes the calls of a script one after another. */
export interface Host {
  readonly name: string;
  /** Whether the host can ask a person about a call. */
  readonly asks: boolean;
  /** Returns what the model read, by the id of the call. Rejects if the signal ends the run. */
  run(kit: Toolkit, drive: Drive): Promise<Record<string, Seen>>;
}

export const CALLS: readonly ScriptedCall[] = [
  { id: 'call_read', name: 'Read', input: { file_path: 'note.txt' } },
  { id: 'call_remove', name: 'Bash', input: { command: 'rm -rf keep' } },
  { id: 'call_yes', name: 'lab__stamp', input: { what: 'letter' }, answer: 'yes' },
  { id: 'call_no', name: 'lab__stamp', input: { what: 'parcel' }, answer: 'no' },
  { id: 'call_long', name: 'lab__long', input: {} },
  { id: 'call_fail', name: 'lab__fail', input: {} },
  { id: 'call_wrong', name: 'lab__stamp', input: { what: 7 } },
  { id: 'call_picture', name: 'lab__picture', input: {} },
];

const CONFIG = `plugins:
  fs: { use: '@loadout/tool-fs' }
  shell: { use: '@loadout/tool-shell' }
  lab: { use: ./lab.mjs }
agents:
  main: { instructions: Nothing., tools: ['*'] }
permissions:
  allow: [Read, Bash, lab__long, lab__fail, lab__picture, lab__wait, lab__count]
  ask: [lab__stamp]
  deny: ['Bash(rm:*)']
`;

/** A picture of one pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const LAB = `import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
const none = { type: 'object', properties: {} };
const what = { type: 'object', properties: { what: { type: 'string', maxLength: 20 }, note: { type: 'string' } }, required: ['what'] };
const log = (context, line) => appendFileSync(join(context.cwd, 'lab.log'), line + '\\n');
let running = 0;
export default {
  name: 'lab',
  api: 1,
  setup: () => ({
    tools: [
      { name: 'stamp', description: 'Stamps.', inputSchema: what, call: ({ what }, context) => (log(context, 'stamped ' + what), 'Stamped ' + what + '.') },
      { name: 'long', description: 'Is long.', inputSchema: none, call: () => 'line of the long text\\n'.repeat(20_000) },
      { name: 'fail', description: 'Fails.', inputSchema: none, call: () => { throw new Error('The printer is on fire.'); } },
      { name: 'picture', description: 'Draws.', inputSchema: none, call: () => ({ content: [{ type: 'text', text: 'One pixel:' }, { type: 'image', data: '${PIXEL}', mimeType: 'image/png' }], structuredContent: { width: 1 } }) },
      { name: 'wait', description: 'Waits.', inputSchema: none, call: (_, context) => new Promise((resolve, reject) => {
          log(context, 'waiting');
          context.signal.addEventListener('abort', () => { log(context, 'aborted'); reject(new Error('aborted')); });
        }) },
      { name: 'count', description: 'Counts.', inputSchema: none, call: async (_, context) => {
          running += 1;
          log(context, 'running ' + running);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
          return 'counted';
        } },
    ],
  }),
};
`;

export interface Bench {
  readonly folder: string;
  readonly kit: Toolkit;
  log(): string[];
  /** Resolves when the tools have written the line. */
  logged(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a toolkit over a configuration in a new folder. */
export async function openBench(options: Partial<ToolkitOptions> = {}): Promise<Bench> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-hosts-')));
  writeFileSync(join(folder, 'agent.config.yaml'), CONFIG);
  writeFileSync(join(folder, 'lab.mjs'), LAB);
  writeFileSync(join(folder, 'note.txt'), 'The meeting is at nine.\n');
  writeFileSync(join(folder, 'keep'), '');
  const env = { PATH: process.env.PATH ?? '', HOME: folder };
  const kit = await toolkit({ config: 'agent.config.yaml', cwd: folder, env, ...options });
  const log = () => {
    const file = join(folder, 'lab.log');
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  };
  return {
    folder,
    kit,
    log,
    logged: async (line) => {
      while (!log().includes(line)) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    close: async () => {
      await kit.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
