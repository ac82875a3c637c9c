import { isLoadoutError, type LoadoutError } from '@loadout/core';
import { failureKind } from '@loadout/core/model';
import type { PoolTool } from '@loadout/core/run';
import { compactAfterOverflow } from '../compact/compact.js';
import type { Exchanges } from '../context/exchange.js';
import type { Calling, RunContext } from '../context/run-context.js';
import type { Asking } from '../model/asking.js';
import { delayAfter, pauseFor } from '../model/pass-over.js';
import { errors } from '../report/errors.js';
import type { Toolbox } from '../skills/toolbox.js';
import type { FailedTurn } from './ask-turn.js';
import type { Incoming } from './incoming.js';
import { fallBack } from './switch-model.js';

type Run = RunContext & Exchanges & Calling & Asking & Toolbox & Pick<Incoming, 'inbox'>;

/**
 * Whether a provider refused thinking of its own. Signatures expire, and some models bind thinking to all that stood before it,
 * which a compaction or another system prompt changes. Without the thinking the model goes on. Source: MODEL-03.
 */
const isAboutThinking = ({ code, message }: LoadoutError): boolean =>
  code === 'MODEL_REQUEST_INVALID' && /thinking|signature|reasoning|encrypted/i.test(message);

/**
 * The way in which the run continues: with the same request, with another request that counts its own tries, or with a new turn.
 */
type WayOn = 'same request' | 'other request' | 'next turn';

/** Returns how to continue after a failed turn, or throws the turn's error. Source: LOOP-14, LOOP-15. */
export async function askAgain(run: Run, { error, begun, tries }: FailedTurn & { readonly tries: number }): Promise<WayOn> {
  if (!isLoadoutError(error)) throw error;
  const retract = () => {
    if (begun) run.emit({ type: 'discard', reason: error.message });
  };
  if (error.code === 'MODEL_PROMPT_TOO_LONG') {
    retract();
    if (await compactAfterOverflow(run)) return 'next turn';
    throw errors.MODEL_CONTEXT_FULL({ said: error.message }, { cause: error });
  }
  if (run.signal.aborted) throw error;
  const delayMs = begun ? delayAfter({ error, tries }) : undefined;
  if (delayMs !== undefined) {
    retract();
    await pauseFor(run, { delayMs, attempt: tries, reason: error.message, signal: run.signal });
    return 'same request';
  }
  if (error.code === 'MODEL_REQUEST_INVALID' && leaveOutRefused(run, error)) {
    retract();
    return 'other request';
  }
  // The request asked for answers longer than the provider's default, and the model may not support them.
  if (error.code === 'MODEL_REQUEST_INVALID' && run.model.lowerOutput()) {
    retract();
    run.tools.renewRequest();
    return 'other request';
  }
  if (isAboutThinking(error) && run.model.history.refuse(run.session.messages)) {
    retract();
    run.emit({ type: 'notice', message: `The conversation is sent without its signed thinking: ${error.message}` });
    return 'other request';
  }
  if (failureKind(error.code) === 'stays' || !(await fallBack(run))) throw error;
  run.emit({ type: 'discard', reason: `${error.message} ${run.model.plan.id} answers for now.` });
  return 'other request';
}

/**
 * Leaves out the tool that the API refuses: a schema that it does not take would stop every request. Returns false if the refusal is about
 * something else (GAP-B5).
 */
function leaveOutRefused(run: Run, { message }: LoadoutError): boolean {
  const { tools, emit } = run;
  const sent = tools.nextRequest().tools;
  // Deferred tools stand behind the others in a request.
  const names = [false, true].flatMap((isDeferred) => sent.filter((tool) => (tool.defer_loading === true) === isDeferred));
  const name = refusedTool(
    message,
    names.map((tool) => tool.name),
  );
  if (name === undefined) return isAboutTools(message) && leaveOutNewest(run, message);
  if (!tools.refuse(name)) return false;
  const found = tools.pool.tools.find((tool) => tool.name === name);
  const what = found === undefined ? name : toolWords(found);
  emit({ type: 'notice', message: `The API of the model refuses the tool ${what}. The run goes on without it. ${message}` });
  return true;
}

/** Leaves out the newest tools of servers, where the API does not say which one it refuses. */
function leaveOutNewest({ tools, model, emit }: Run, message: string): boolean {
  const newest = tools.newest(model.plan.id);
  if (newest.length === 0) return false;
  for (const { name } of newest) tools.refuse(name);
  const servers = [...new Set(newest.map(({ origin }) => origin.server))].join(', ');
  emit({
    type: 'notice',
    message: `The API of the model refuses a tool and does not say which. The run goes on without the newest ones, those of the MCP servers ${servers}. ${message}`,
  });
  return true;
}

function toolWords({ name, origin, tool }: PoolTool): string {
  const own = (tool as { readonly mcp?: { readonly tool?: unknown } }).mcp?.tool;
  if (origin.server === undefined) return `${name} of ${origin.from}`;
  return `${JSON.stringify(own ?? name)} of the MCP server ${origin.server} (${name})`;
}

/** The place of a tool in a request, in the words of Gemini, and of the other APIs. */
const PLACES = [/\bfunction_?declarations?[.[](\d+)/i, /\btools[.[](\d+)/i];

/**
 * Finds the tool that the refusal of an API is about: by its name in quotes, else by its place in the request. `names`: the tools in the
 * order of the request. `undefined`: the refusal is about something else (GAP-B5).
 */
export function refusedTool(said: string, names: readonly string[]): string | undefined {
  if (!/\b(?:tools?|functions?|function_?declarations?)\b/i.test(said)) return undefined;
  const quoted = new Set([...said.matchAll(/['"`]([\w.-]{1,128})['"`]/g)].map(([, name]) => name));
  const named = names.filter((name) => quoted.has(name));
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const index = PLACES.map((place) => place.exec(said)?.[1]).find((found) => found !== undefined);
  return index === undefined ? undefined : names[Number(index)];
}

const SCHEMA = /\b(?:schemas?|parameters?|definitions?|declarations?|propert(?:y|ies)|too (?:many|long))\b/i;
/** The conversation has calls and results of tools. */
const CONVERSATION = /\bmessages\b|\bcontents\b|\btool_?(?:use|result|calls?|choice)\b/i;

/** Whether the refusal of an API is about the tools of a request, of which it names none (GAP-B5). */
export const isAboutTools = (said: string): boolean =>
  /\b(?:tools?|functions?|function_?declarations?)\b/i.test(said) && SCHEMA.test(said) && !CONVERSATION.test(said);
