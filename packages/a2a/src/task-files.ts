import { basename, extname, isAbsolute, relative, resolve } from 'node:path';
import { isObject } from '@loadout/core';
import { type DoorEvent, eventsOf, type HttpRuns } from '@loadout/serve';
import { type Json, nextId, type Task } from './task.js';

/** The most of the files of a task. What is beyond it is told: a file with its size, and the number of the rest. */
const MOST_FILES = 50;
const MOST_BYTES = 1024 * 1024;
const MOST_BYTES_IN_ALL = 4 * 1024 * 1024;

/** Types of files that agents write. What has no row is plain text. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.ipynb': 'application/x-ipynb+json',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
};

/**
 * The artifacts of a task beside its answer: files that calls wrote, and pictures that tools gave back. They are made of the events of
 * the task. Nothing is read from disk, so that there is no rule to ask, and what the log hides stays hidden.
 */
export async function filesOf(
  task: Task,
  { runs, gone }: { readonly runs: HttpRuns; readonly gone: AbortSignal },
): Promise<readonly Json[]> {
  const files = new WrittenFiles();
  for (let id = task.id; ; id = nextId({ id, session: task.state.session })) {
    for await (const event of eventsOf(runs, id, gone)) files.hear(event);
    if (id === task.state.id || gone.aborted) return files.artifacts(task.id);
  }
}

type ToolResult = Extract<DoorEvent, { type: 'tool_result' }> & { readonly structuredContent?: unknown };

interface File {
  /** The name for the client. Files of several folders outside of that of the run may have one name. */
  readonly name: string;
  readonly bytes: Buffer;
  readonly mediaType: string;
}

/** Files by their paths, as the calls of a task left them. */
class WrittenFiles {
  readonly #files = new Map<string, File>();
  readonly #inputs = new Map<string, Json>();
  readonly #names = new Map<string, string>();
  #cwd = '/';
  #pictures = 0;

  /** `agent`: the subagent that makes the calls, whose ids may be those of other calls. */
  hear(event: DoorEvent, agent = ''): void {
    if (event.type === 'subagent') this.hear(event.event, `${event.path.join('/')}/`);
    else if (event.type === 'init') this.#cwd = event.init.cwd;
    else if (event.type === 'tool_call' || event.type === 'tool_start') this.#called({ ...event, id: agent + event.id });
    else if (event.type === 'message') for (const block of event.message.content) this.#block(block as Json, agent);
    else if (event.type === 'tool_result' && event.outcome === 'done') this.#ended({ ...event, id: agent + event.id });
  }

  artifacts(task: string): readonly Json[] {
    let left = MOST_BYTES_IN_ALL;
    const all = [...this.#files.values()];
    const sent = all.slice(0, MOST_FILES).map(({ name, bytes, mediaType }, at) => {
      const isSent = bytes.length <= MOST_BYTES && bytes.length <= left;
      if (isSent) left -= bytes.length;
      const part = isSent
        ? { raw: bytes.toString('base64'), mediaType, filename: name }
        : { text: `${name} has ${bytes.length} bytes, which is too much to be sent here.` };
      return { artifactId: `${task}-file-${at + 1}`, name, parts: [part] };
    });
    const rest = all.length - sent.length;
    const text = `${rest} more files were written. A task has ${MOST_FILES} at most.`;
    return rest <= 0 ? sent : [...sent, { artifactId: `${task}-files`, name: 'more files', parts: [{ text }] }];
  }

  #called({ id, name, input }: { readonly id: string; readonly name: string; readonly input: unknown }): void {
    this.#names.set(id, name);
    // The input with which a call starts may be that of a hook.
    if (isObject(input)) this.#inputs.set(id, input);
  }

  /** A call as a record has it, or a result with pictures. */
  #block({ type, id, name, input, tool_use_id: call, content }: Json, agent: string): void {
    const isNew = type === 'tool_use' && !this.#names.has(agent + String(id));
    if (isNew) this.#called({ id: agent + String(id), name: String(name), input });
    // A picture that the agent has read is no result of its work.
    if (type !== 'tool_result' || !Array.isArray(content) || this.#names.get(agent + String(call)) === 'Read') return;
    for (const { source } of content.filter(isPicture)) this.#picture(source);
  }

  #picture({ data, media_type: mediaType }: Picture['source']): void {
    this.#pictures += 1;
    const name = `picture-${this.#pictures}.${mediaType.split('/')[1]}`;
    this.#files.set(name, { name, bytes: Buffer.from(data, 'base64'), mediaType });
  }

  #ended({ id, name, structuredContent }: ToolResult): void {
    const input = this.#inputs.get(id) ?? {};
    const path = input.file_path ?? input.notebook_path;
    if (typeof path !== 'string') return;
    const file = resolve(this.#cwd, path);
    const text = textAfter(name, {
      input,
      told: isObject(structuredContent) ? structuredContent : {},
      before: this.#files.get(file)?.bytes,
    });
    if (text === undefined) return;
    const mediaType = MEDIA_TYPES[extname(file).toLowerCase()] ?? 'text/plain';
    this.#files.set(file, { name: this.#named(file), bytes: Buffer.from(text), mediaType });
  }

  /** A path below the folder of the run. Of a file elsewhere, the client learns the name alone. */
  #named(path: string): string {
    const below = relative(this.#cwd, path);
    return below.startsWith('..') || isAbsolute(below) ? basename(path) : below;
  }
}

interface Call {
  readonly input: Json;
  /** The structured content of the result. */
  readonly told: Json;
  /** The file as an earlier call of the task left it. */
  readonly before: Buffer | undefined;
}

/** The text of a file after a call; `undefined`: the call wrote none, or does not say the whole of it. */
function textAfter(tool: string, { input, told, before }: Call): string | undefined {
  if (tool === 'Write') return textIn(input.content);
  if (tool === 'NotebookEdit') return textIn(told.updated_file);
  const old = textIn(told.originalFile) ?? before?.toString();
  const [from, to] = [textIn(input.old_string), textIn(input.new_string)];
  if (tool !== 'Edit' || from === undefined || to === undefined) return undefined;
  if (from === '') return to;
  // A text that was found only nearly (other quotes, other spaces) is not made again here.
  return old?.includes(from) ? replaced(old, { from, to, all: input.replace_all === true }) : undefined;
}

const replaced = (
  text: string,
  { from, to, all }: { readonly from: string; readonly to: string; readonly all: boolean },
): string => (all ? text.replaceAll(from, () => to) : text.replace(from, () => to));

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

interface Picture {
  readonly source: { readonly data: string; readonly media_type: string };
}

function isPicture(block: unknown): block is Picture {
  if (!isObject(block) || block.type !== 'image' || !isObject(block.source)) return false;
  const { data, media_type: type } = block.source;
  return typeof data === 'string' && typeof type === 'string' && /^image\/\w+$/.test(type);
}
