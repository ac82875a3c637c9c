import { isObject } from '@loadout/core';
import { defined } from '@loadout/node';
import { errors } from '../errors.js';
import { cappedText, cleanText } from '../text/clean-text.js';
import { wireName } from '../wire-names.js';
import type { Connection, McpRequest } from './connection.js';
import { listPages } from './list-pages.js';
import { requestError } from './request-error.js';
import type { ServerLink } from './server-link.js';

export interface McpResource {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}

export interface McpResourceContent {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly text?: string | undefined;
  /** Base64. */
  readonly blob?: string | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

export interface McpPrompt {
  readonly server: string;
  readonly name: string;
  /** As a command: `mcp__<key>__<prompt>`. Source: MCP-18. */
  readonly command: string;
  readonly description?: string | undefined;
  readonly arguments: readonly { readonly name: string; readonly description?: string | undefined; readonly required: boolean }[];
}

export interface McpPromptMessage {
  readonly role: 'user' | 'assistant';
  /** One block in MCP's shapes, as the server sent it. */
  readonly content: unknown;
}

const DESCRIPTION_BYTES = 2_048;

/** Sends a request that is not a tool call, once. Reports a failure. */
async function request(link: ServerLink, { method, params, signal }: McpRequest & { signal?: AbortSignal | undefined }) {
  const facts = { key: link.server.key, method, signal, command: link.login?.command };
  const connection = await link.connected(signal);
  const options = { timeout: link.timeoutMs, ...defined({ signal }) };
  try {
    return await connection.request({ method, params }, options);
  } catch (error) {
    throw link.notices.redactError(requestError(error, facts));
  }
}

async function list(link: ServerLink, { what, signal }: { what: 'resources' | 'prompts'; signal?: AbortSignal | undefined }) {
  const connection: Connection = await link.connected(signal);
  if (!connection.offers(what)) return [];
  const { items } = await listPages(what, (cursor) =>
    request(link, { method: `${what}/list`, ...(cursor === undefined ? {} : { params: { cursor } }), signal }),
  );
  return items.filter(isObject);
}

export async function listResources(link: ServerLink, signal?: AbortSignal): Promise<readonly McpResource[]> {
  const entries = await list(link, { what: 'resources', signal });
  return entries.flatMap(({ uri, name, description, mimeType }) =>
    typeof uri !== 'string'
      ? []
      : [
          {
            server: link.server.key,
            uri: cleanText(uri),
            name: typeof name === 'string' ? cappedText(name, 200) : uri,
            ...described(description),
            ...(typeof mimeType === 'string' ? { mimeType: cappedText(mimeType, 200) } : {}),
          },
        ],
  );
}

export async function readResource(
  link: ServerLink,
  { uri, signal }: { uri: string; signal?: AbortSignal | undefined },
): Promise<readonly McpResourceContent[]> {
  const answer = await request(link, { method: 'resources/read', params: { uri }, signal });
  const contents = isObject(answer) ? answer.contents : undefined;
  if (!Array.isArray(contents))
    throw errors.MCP_ANSWER_INVALID({ key: link.server.key, method: 'resources/read', problem: 'it holds no contents' });
  return contents.filter(isObject).map((content) => ({
    uri: typeof content.uri === 'string' ? cleanText(content.uri) : uri,
    ...(typeof content.mimeType === 'string' ? { mimeType: cappedText(content.mimeType, 200) } : {}),
    ...(typeof content.text === 'string' ? { text: cleanText(content.text) } : {}),
    ...(typeof content.blob === 'string' ? { blob: content.blob } : {}),
    ...(isObject(content._meta) ? { _meta: content._meta } : {}),
  }));
}

export async function listPrompts(link: ServerLink, signal?: AbortSignal): Promise<readonly McpPrompt[]> {
  const server = link.server.key;
  const entries = await list(link, { what: 'prompts', signal });
  return entries.flatMap(({ name, description, arguments: parameters }) =>
    typeof name !== 'string' || cleanText(name) !== name
      ? []
      : [{ server, name, command: wireName({ server, name }), ...described(description), arguments: argumentsOf(parameters) }],
  );
}

export async function getPrompt(
  link: ServerLink,
  { name, args, signal }: { name: string; args: Readonly<Record<string, string>>; signal?: AbortSignal | undefined },
): Promise<readonly McpPromptMessage[]> {
  const answer = await request(link, { method: 'prompts/get', params: { name, arguments: args }, signal });
  const messages = isObject(answer) ? answer.messages : undefined;
  if (!Array.isArray(messages))
    throw errors.MCP_ANSWER_INVALID({ key: link.server.key, method: 'prompts/get', problem: 'it holds no messages' });
  return messages
    .filter(isObject)
    .map(({ role, content }) => ({ role: role === 'assistant' ? 'assistant' : 'user', content: cleanContent(content) }));
}

function cleanContent(content: unknown): unknown {
  if (!isObject(content) || typeof content.text !== 'string') return content;
  return { ...content, text: cleanText(content.text) };
}

function argumentsOf(parameters: unknown): McpPrompt['arguments'] {
  if (!Array.isArray(parameters)) return [];
  return parameters.filter(isObject).flatMap(({ name, description, required }) => {
    if (typeof name !== 'string') return [];
    return [{ name: cleanText(name), ...described(description), required: required === true }];
  });
}

const described = (text: unknown) => (typeof text === 'string' ? { description: cappedText(text, DESCRIPTION_BYTES) } : {});
