import { type Access, defineTool } from '@loadout/core';
import { errors } from '../errors.js';
import type { RemoteOptions } from '../options.js';
import { askBackend, type BackendRequest } from './ask-backend.js';

const description = `Asks the configured backend for scheduled agents that run elsewhere.

- list: all triggers. get: one, by id.
- create: a new one, with name, schedule (five fields of cron) and prompt. update: changes what is given, by id.
- run: fires one now, by id. delete: removes one, by id.
- body: further fields for create, update and run, as the backend knows them.

Returns the HTTP status and the JSON of the answer. Without a configured backend it is an error.`;

const inputSchema = {
  type: 'object',
  properties: {
    action: { type: 'string', enum: ['list', 'get', 'create', 'update', 'run', 'delete'] },
    id: {
      type: 'string',
      pattern: '^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$',
      description: 'Which trigger. All but list and create need it.',
    },
    name: { type: 'string', minLength: 1 },
    schedule: { type: 'string', minLength: 1 },
    prompt: { type: 'string', minLength: 1 },
    body: { type: 'object', description: 'Further fields.' },
  },
  required: ['action'],
  additionalProperties: false,
} as const;

interface Input {
  readonly action: 'list' | 'get' | 'create' | 'update' | 'run' | 'delete';
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly schedule?: string | undefined;
  readonly prompt?: string | undefined;
  readonly body?: unknown;
}

const METHODS = { list: 'GET', get: 'GET', create: 'POST', update: 'PATCH', run: 'POST', delete: 'DELETE' } as const;

export const remoteTriggerTool = (remote: RemoteOptions | undefined) =>
  defineTool({
    name: 'RemoteTrigger',
    description,
    inputSchema,
    outputSchema: {
      type: 'object',
      properties: { status: { type: 'integer' }, json: {} },
      required: ['status', 'json'],
    },
    annotations: { openWorldHint: true },
    isReadOnly: ({ action }) => action === 'list' || action === 'get',
    validateInput: problemOf,
    access: (input): readonly Access[] => (remote === undefined ? [] : [{ kind: 'fetch', url: urlOf(input, remote) }]),
    async call(input, { signal }) {
      if (remote === undefined) throw errors.REMOTE_MISSING({});
      const { status, json } = await askBackend(requestFor(input, remote), { remote, signal });
      return {
        content: `${status}${json === null ? '' : `\n${JSON.stringify(json, null, 2)}`}`,
        structuredContent: { status, json },
      };
    },
  });

function problemOf({ action, id, name, schedule, prompt }: Input): string | undefined {
  const takesId = action !== 'list' && action !== 'create';
  if (takesId && id === undefined) return `${action} needs the id of a trigger; list shows them.`;
  if (!takesId && id !== undefined) return `${action} takes no id.`;
  const missing = Object.entries({ name, schedule, prompt }).flatMap(([key, value]) => (value === undefined ? [key] : []));
  return action === 'create' && missing.length > 0 ? `create needs ${missing.join(', ')}.` : undefined;
}

function requestFor(input: Input, remote: RemoteOptions): BackendRequest {
  const { action, name, schedule, prompt, body } = input;
  const method = METHODS[action];
  const request = { method, url: urlOf(input, remote) };
  if (method === 'GET' || method === 'DELETE') return request;
  const given = Object.entries({ name, schedule, prompt }).filter(([, value]) => value !== undefined);
  return { ...request, body: { ...(body as object | undefined), ...Object.fromEntries(given) } };
}

/** The id has passed the schema: it is one part of a path and cannot climb. */
function urlOf({ action, id }: Input, { url }: RemoteOptions): string {
  const target = new URL(url);
  const parts = [...(id === undefined ? [] : [id]), ...(action === 'run' ? ['run'] : [])];
  target.pathname = [target.pathname.replace(/\/$/, ''), ...parts].join('/') || '/';
  return target.href;
}

/** Throws REMOTE_URL, when the plugin is set up. */
export function checkRemote(remote: RemoteOptions | undefined): void {
  if (remote === undefined) return;
  const { url } = remote;
  const wrong = (problem: string) => errors.REMOTE_URL({ url: url.replace(/\/\/[^/@]*@/, '//…@'), problem });
  if (!URL.canParse(url)) throw wrong('it is not a URL');
  const { protocol, username, password } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') throw wrong(`it begins with ${protocol}`);
  if (username !== '' || password !== '') throw wrong('it holds a user or a password; use headers');
}
