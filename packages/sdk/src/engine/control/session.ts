import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errors } from '../../errors.js';
import type { ControlRequest } from '../../types/control.js';
import type { Controlled } from './controlled.js';

/** The number of bytes that fit into one line of the wire, even as base64. */
const MOST_BYTES = 600_000;

/** Requests about the session, its files and its work. */
export const answers = {
  read_file: async (request: ControlRequest, engine: Controlled) => readFileAnswer(request, engine),
  rename_session: async ({ title, session_id }: ControlRequest, engine: Controlled) => {
    const { sessionId, transcript } = await engine.conversation();
    if (typeof title !== 'string' || title.trim() === '') throw invalid('rename_session', 'title is empty');
    if (session_id !== undefined && session_id !== sessionId)
      throw invalid('rename_session', `this is the session ${sessionId}, not ${String(session_id)}`);
    const { titleSession } = await import('../../sessions/change-session.js');
    await titleSession(transcript, { sessionId, title });
    return {};
  },
  background_tasks: async ({ tool_use_id }: ControlRequest, engine: Controlled) => {
    const conversation = await engine.conversation();
    return { backgrounded: conversation.sendToBackground(typeof tool_use_id === 'string' ? tool_use_id : undefined) };
  },
  get_task_output: async ({ task_id }: ControlRequest, engine: Controlled) => {
    const output = await (await engine.conversation()).taskOutput(String(task_id));
    if (output === undefined) throw invalid('get_task_output', `there is no task ${JSON.stringify(task_id)} with an output`);
    return output;
  },
  set_color: () => ({}),
  set_has_subscribers: () => ({}),
} as const;

const invalid = (subtype: string, problem: string) => errors.SDK_REQUEST_INVALID({ subtype, problem });

/** Reads a file under the rules of the tool Read. Nobody is asked. */
async function readFileAnswer({ path, max_bytes, encoding }: ControlRequest, engine: Controlled): Promise<unknown> {
  if (typeof path !== 'string' || path === '') throw invalid('read_file', 'path is empty');
  const { agent } = await engine.prepared();
  const absPath = resolve((await engine.conversation()).inspect().cwd, path);
  const { explainCall } = await import('@loadout/explain');
  const { behavior, reason } = await explainCall(agent, { tool: 'Read', input: { file_path: absPath } });
  if (behavior !== 'allow') throw invalid('read_file', reason);
  const most = Math.min(typeof max_bytes === 'number' && max_bytes > 0 ? max_bytes : MOST_BYTES, MOST_BYTES);
  const { bytes, truncated } = await firstBytes(absPath, most);
  if (encoding === 'base64')
    return { contents: bytes.toString('base64'), absPath, encoding, ...(truncated ? { truncated } : {}) };
  const contents = bytes.toString('utf8');
  return { contents, absPath, lossy: !Buffer.from(contents).equals(bytes), ...(truncated ? { truncated } : {}) };
}

async function firstBytes(file: string, most: number): Promise<{ readonly bytes: Buffer; readonly truncated: boolean }> {
  // A named pipe without a writer would wait for one.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await handle.stat()).isFile()) throw invalid('read_file', `${file} is not a regular file`);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(most + 1), 0, most + 1, 0);
    return { bytes: buffer.subarray(0, Math.min(bytesRead, most)), truncated: bytesRead > most };
  } finally {
    await handle.close();
  }
}
