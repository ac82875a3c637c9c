import { randomUUID } from 'node:crypto';
import { SendMessageRequest, type Task, TaskState } from '@a2a-js/sdk';
import { type Client, ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import { TOKEN } from '../../serve/src/served.test-kit.js';

/** Another agent's client. It finds the agent by its card. */
export function a2aClient(url: string, agent = 'helper'): Promise<Client> {
  const fetchImpl: typeof fetch = (input, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${TOKEN}`);
    return fetch(input, { ...init, headers });
  };
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  });
  return factory.createFromUrl(url, `/a2a/${agent}/.well-known/agent-card.json`);
}

export interface Where {
  readonly taskId?: string;
  readonly contextId?: string;
}

export const message = (part: object, where: Where = {}, configuration?: object) =>
  SendMessageRequest.fromJSON({
    message: { messageId: randomUUID(), role: 'ROLE_USER', parts: [part], ...where },
    configuration,
  });

/** A task with names in place of numbers. */
export const said = (task: unknown) => {
  const { id, contextId, status, artifacts } = task as Task;
  const parts = [...(status?.message?.parts ?? []), ...artifacts.flatMap((one) => one.parts)];
  const texts = parts.flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : []));
  const data = parts.flatMap(({ content }) => (content?.$case === 'data' ? [content.value] : []));
  return { id, contextId, state: TaskState[status?.state ?? 0], texts, data };
};

/** The files of a task, by their names: the type and the text. */
export const filesIn = (task: unknown): Readonly<Record<string, string>> => Object.fromEntries(allFilesIn(task));

/** The files of a task in their order, also those of one name. */
export const allFilesIn = (task: unknown): readonly (readonly [name: string, text: string])[] => {
  const parts = (task as Task).artifacts.flatMap((one) => one.parts);
  return parts.flatMap(({ content, filename, mediaType }) =>
    content?.$case === 'raw' ? [[filename, `${mediaType}: ${Buffer.from(content.value).toString()}`] as const] : [],
  );
};
