import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { JsonSchema } from '@loadout/core';
import { sendJson } from '../answer.js';
import type { HttpProblem } from '../door.js';
import { doorEvents } from '../door-events.js';
import { errors } from '../errors.js';
import type { HttpRuns, RunState } from '../http-runs.js';
import { clientSchema } from './client-schema.js';
import { type Fields, fieldsIn, textIn, wrong } from './fields.js';
import { openAiProblem } from './outcome.js';
import { type Piece, piecesOf, type Telling } from './told-run.js';

/** The headers by which a client chooses what OpenAI's API has no field for. */
export function choicesOf(headers: IncomingHttpHeaders) {
  const progress = headers['x-loadout-progress'];
  const approvals = headers['x-loadout-approvals'] ?? 'deny';
  if (approvals !== 'ask' && approvals !== 'deny') throw wrong('x-loadout-approvals', 'must be ask or deny');
  const tools = headers['x-loadout-client-tools'] ?? 'refuse';
  if (tools !== 'allow' && tools !== 'refuse') throw wrong('x-loadout-client-tools', 'must be allow or refuse');
  const session = headers['x-loadout-session'];
  return {
    progress: progress !== undefined && progress !== 'false',
    asks: approvals === 'ask',
    hasTools: tools === 'allow',
    session: typeof session === 'string' ? session : undefined,
  };
}

/** The agent of a request. Throws OPENAI_FIELD, OPENAI_MODEL. */
export function agentIn(body: Fields, { agents }: HttpRuns): string {
  const name = textIn(body, 'model');
  if (name === undefined) throw wrong('model', 'is missing', `Name an agent: ${agents.join(', ')}.`);
  if (!agents.includes(name)) throw errors.OPENAI_MODEL({ name, agents });
  return name;
}

/** Throws OPENAI_FIELD for the session of another agent. */
export function checkAgent({ agent }: RunState, model: string): void {
  if (agent !== model) throw wrong('model', `is ${JSON.stringify(model)}, but the session is one of ${JSON.stringify(agent)}`);
}

/** The schema in a `response_format`, or in the `text.format` of Responses. Throws OPENAI_FIELD. */
export function schemaIn(format: Fields | undefined, param: string): JsonSchema | undefined {
  const type = format === undefined ? 'text' : textIn(format, 'type', `${param}.type`);
  if (format === undefined || type === 'text') return undefined;
  if (type === 'json_object') return { type: 'object' };
  if (type !== 'json_schema') throw wrong(`${param}.type`, 'must be text, json_object or json_schema');
  const holder = fieldsIn(format, 'json_schema', `${param}.json_schema`) ?? format;
  const schema = fieldsIn(holder, 'schema', `${param}.schema`);
  if (schema === undefined || (schema.type !== undefined && schema.type !== 'object'))
    throw wrong(`${param}.schema`, 'must be a JSON Schema of an object');
  return clientSchema(schema as JsonSchema, `${param}.schema`);
}

/** The headers that name a run. */
export const headersOf = ({ id, session }: RunState): Record<string, string> => ({
  'x-loadout-run': id,
  'x-loadout-session': session,
});

interface Following extends Telling {
  readonly gone: AbortSignal;
}

export const followed = (runs: HttpRuns, { id }: RunState, { gone, ...telling }: Following): AsyncGenerator<Piece> =>
  piecesOf(doorEvents(runs, id, gone), telling);

/** Tells that a run failed. A client that sent the request again would repeat the work of the run. */
export const sendFailure = (outgoing: ServerResponse, problem: HttpProblem, state: RunState): void =>
  sendJson(outgoing, {
    status: problem.status,
    body: openAiProblem(problem),
    headers: { ...headersOf(state), 'x-should-retry': 'false' },
  });
