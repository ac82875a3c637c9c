import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Question, Remote } from './remote.js';
import { sendForJson } from './request.js';

interface Place {
  readonly name: string;
  readonly description: string | undefined;
  readonly url: string;
  readonly key: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;

const CARD = '/.well-known/agent-card.json';
/** The time to learn which task has begun, and to tell the agent to stop. */
const STOP_MS = 2_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** An agent of A2A 1.0 over JSON-RPC. A task is asked about until it ends, so that a lost connection loses no answer. */
export function a2aRemote(place: Place): Remote {
  const { name, description, url } = place;
  let endpoint: string | undefined;
  const ask = async (question: Question): Promise<Answer> => {
    endpoint ??= await endpointOf(place, question.signal);
    return new Exchange(place, { endpoint, question }).answer();
  };
  return { name, description, url, canResume: true, ask };
}

/** The address in the card. It must be at the host of the configuration, which the rules know and the key is for. */
async function endpointOf({ url, key }: Place, signal: AbortSignal): Promise<string> {
  const base = url.replace(/\/+$/, '');
  const card = await sendForJson({ url: base.endsWith(CARD) ? base : `${base}${CARD}`, key, signal });
  const faces = (Array.isArray(card.supportedInterfaces) ? card.supportedInterfaces : []) as readonly Json[];
  const face = faces.find((one) => one?.protocolBinding === 'JSONRPC' && /^1\./.test(String(one.protocolVersion)));
  if (typeof face?.url !== 'string') throw new Error('its card names no address of A2A 1.0 over JSON-RPC');
  if (!URL.canParse(face.url) || new URL(face.url).origin !== new URL(url).origin)
    throw new Error(`its card names the address ${face.url.slice(0, 200)}, which is at another host`);
  return face.url;
}

interface Parts {
  readonly endpoint: string;
  readonly question: Question;
}

/** One message, and the task that it begins. */
class Exchange {
  readonly #key: string | undefined;
  readonly #parts: Parts;

  constructor({ key }: Place, parts: Parts) {
    this.#key = key;
    this.#parts = parts;
  }

  async answer(): Promise<Answer> {
    const { prompt, resume, maxChars, signal } = this.#parts.question;
    const [contextId, taskId] = resume?.split('/') ?? [];
    const where = { ...(contextId ? { contextId } : {}), ...(taskId ? { taskId } : {}) };
    const message = { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text: prompt }], ...where };
    const result = await this.#call('SendMessage', { message, configuration: { returnImmediately: true } }, later(signal));
    const task = objectIn(result, 'task');
    if (task === undefined) return answerOf({ status: { state: DONE, message: objectIn(result, 'message') } }, maxChars);
    try {
      signal.throwIfAborted();
      return answerOf(await this.#ended(task), maxChars);
    } catch (error) {
      if (signal.aborted) await this.#stop(task);
      throw error;
    }
  }

  async #ended(begun: Json): Promise<Json> {
    const { signal, progress } = this.#parts.question;
    let task = begun;
    for (let wait = FIRST_PAUSE_MS; isOpen(task); wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      const said = textOf(objectIn(objectIn(task, 'status') ?? {}, 'message'));
      if (said !== '') progress(said.slice(0, 200));
      await pause(wait, undefined, { signal });
      task = await this.#call('GetTask', { id: task.id }, signal);
    }
    return task;
  }

  /** Tells the agent to stop. Whether it does is its own matter. */
  async #stop({ id }: Json): Promise<void> {
    await this.#call('CancelTask', { id }, AbortSignal.timeout(STOP_MS)).catch(() => {});
  }

  async #call(method: string, params: Json, signal: AbortSignal): Promise<Json> {
    const body = { jsonrpc: '2.0', id: 1, method, params };
    const headers = { 'a2a-version': '1.0' };
    const reply = await sendForJson({ url: this.#parts.endpoint, key: this.#key, headers, body, signal });
    const error = objectIn(reply, 'error');
    if (error !== undefined) throw new Error(String(error.message ?? 'it refused the request').slice(0, 2_000));
    const result = objectIn(reply, 'result');
    if (result === undefined) throw new Error('its answer has no result');
    return result;
  }
}

/** Aborted a moment after the signal: without the answer to its message, an agent that works could not be told to stop. */
function later(signal: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const end = () => void setTimeout(() => controller.abort(signal.reason), STOP_MS).unref();
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return controller.signal;
}

const DONE = 'TASK_STATE_COMPLETED';
const ASKS = ['TASK_STATE_INPUT_REQUIRED', 'TASK_STATE_AUTH_REQUIRED'];

/** Words of the protocol, which stand among ours. Any other text of the agent is below the line. */
const stateOf = (task: Json): string => {
  const { state } = objectIn(task, 'status') ?? {};
  return typeof state === 'string' && /^TASK_STATE_[A-Z_]{1,40}$/.test(state) ? state : 'in a state that A2A does not know';
};
const isOpen = (task: Json): boolean => ['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING'].includes(stateOf(task));

function answerOf(task: Json, maxChars: number): Answer {
  const state = stateOf(task);
  const artifacts = (Array.isArray(task.artifacts) ? task.artifacts : []) as readonly Json[];
  const status = textOf(objectIn(objectIn(task, 'status') ?? {}, 'message'));
  const text = [...artifacts.map(textOf), status].filter((one) => one !== '').join('\n\n');
  const isAsking = ASKS.includes(state);
  const [context, id] = [nameIn(task.contextId), nameIn(task.id)];
  const resume = context === undefined ? undefined : isAsking ? id && `${context}/${id}` : context;
  return { text, state, isError: state !== DONE && !isAsking, isAsking, isCut: text.length > maxChars, resume };
}

/** A name that stands among our words, so it has no room for a sentence. */
const nameIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.:~-]{1,128}$/.test(value) ? value : undefined;

/** The text of a message or an artifact. Of a file, the name. */
function textOf(holder: Json | undefined): string {
  const parts = (Array.isArray(holder?.parts) ? holder.parts : []) as readonly Json[];
  return parts.map(partText).join('\n');
}

function partText(part: Json): string {
  if (typeof part?.text === 'string') return part.text;
  if (part?.data !== undefined) return JSON.stringify(part.data);
  return `(a file: ${String(part?.filename ?? part?.url ?? 'without a name').slice(0, 500)})`;
}

function objectIn(holder: Json, name: string): Json | undefined {
  const value = holder[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}
