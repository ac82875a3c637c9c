import { pathToFileURL } from 'node:url';
import type { Client, ClientCapabilities, ClientOptions, JsonSchemaValidator } from '@modelcontextprotocol/client';
import { cappedText } from '../text/clean-text.js';
import type { ConnectionHost, McpListKind } from './host.js';

const LISTS: readonly McpListKind[] = ['tools', 'resources', 'prompts'];
const LOG_BYTES = 2_048;

/** Never asked: results are checked here, and a schema of a server's making is not run. It spares loading a validator for each client. */
const noValidator: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/** An SDK client that answers what a server may ask of it. */
export async function createClient(key: string, host: ConnectionHost): Promise<Client> {
  const { Client } = await import('@modelcontextprotocol/client');
  const capabilities: ClientCapabilities = {
    roots: { listChanged: true },
    elicitation: { form: {}, ...(host.answers.elicit === undefined ? {} : { url: {} }) },
    ...(host.answers.sample === undefined ? {} : { sampling: {} }),
  };
  const client = new Client(host.clientInfo, { capabilities, jsonSchemaValidator: noValidator });
  client.setRequestHandler('roots/list', () => ({
    roots: host.roots().map((root) => ({ uri: pathToFileURL(root).href, name: root })),
  }));
  for (const what of LISTS) client.setNotificationHandler(`notifications/${what}/list_changed`, () => host.onListChanged(what));
  client.setNotificationHandler('notifications/message', ({ params }) => {
    const text = typeof params.data === 'string' ? params.data : JSON.stringify(params.data);
    host.onLog({ server: key, level: params.level, message: cappedText(text ?? '', LOG_BYTES) });
  });
  answerElicitation(client, { key, host });
  answerSampling(client, { key, host });
  client.onerror = (error) => host.onFault(error);
  return client;
}

function answerElicitation(client: Client, { key, host }: { key: string; host: ConnectionHost }) {
  client.setRequestHandler('elicitation/create', async ({ params }, context) => {
    const { elicit } = host.answers;
    if (elicit === undefined) return { action: 'decline' };
    const form = 'requestedSchema' in params ? params.requestedSchema : undefined;
    const url = 'url' in params ? params.url : undefined;
    const request = { server: key, message: cappedText(params.message, LOG_BYTES), requestedSchema: form, url };
    const answer = await elicit({ ...request, mode: url === undefined ? 'form' : 'url' }, context.mcpReq.signal);
    return { action: answer.action, ...(answer.content === undefined ? {} : { content: { ...answer.content } }) };
  });
}

function answerSampling(client: Client, { key, host }: { key: string; host: ConnectionHost }) {
  const { sample } = host.answers;
  if (sample === undefined) return;
  client.setRequestHandler('sampling/createMessage', async ({ params }, context) => {
    const { model, text, stopReason } = await sample({ server: key, params }, context.mcpReq.signal);
    return {
      model,
      role: 'assistant' as const,
      content: { type: 'text' as const, text },
      ...(stopReason === undefined ? {} : { stopReason }),
    };
  });
}
