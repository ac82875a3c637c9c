import { pathToFileURL } from 'node:url';
import { versionOf } from '@loadout/node';
import type { Client, ClientCapabilities, ClientOptions, JsonSchemaValidator } from '@modelcontextprotocol/client';
import { cappedText } from '../text/clean-text.js';
import { answerQuestions, answerSampling } from './answer-server.js';
import type { ConnectionHost, McpListKind, NamedServer } from './host.js';

const LISTS: readonly McpListKind[] = ['tools', 'resources', 'prompts'];
const LOG_BYTES = 2_048;

/** Never asked: results are checked here, and a schema of a server's making is not run. It spares loading a validator for each client. */
const noValidator: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/** Creates an SDK client that answers the requests of a server. */
export async function createClient({ key, config }: NamedServer, host: ConnectionHost): Promise<Client> {
  const { Client } = await import('@modelcontextprotocol/client');
  const capabilities: ClientCapabilities = {
    roots: { listChanged: true },
    elicitation: { form: {}, ...(host.answers.elicit === undefined ? {} : { url: {} }) },
    ...(config.sampling === true ? { sampling: {} } : {}),
  };
  const client = new Client(host.clientInfo ?? { name: 'loadout', version: versionOf('@loadout/mcp', import.meta.url) }, {
    capabilities,
    jsonSchemaValidator: noValidator,
  });
  client.setRequestHandler('roots/list', () => ({
    roots: host.roots().map((root) => ({ uri: pathToFileURL(root).href, name: root })),
  }));
  for (const what of LISTS) client.setNotificationHandler(`notifications/${what}/list_changed`, () => host.onListChanged(what));
  client.setNotificationHandler('notifications/message', ({ params }) => {
    const text = typeof params.data === 'string' ? params.data : JSON.stringify(params.data);
    host.onLog({ server: key, level: params.level, message: cappedText(text ?? '', LOG_BYTES) });
  });
  answerQuestions(client, { key, host });
  if (config.sampling === true) answerSampling(client, { key, host });
  client.onerror = (error) => host.onFault(error);
  return client;
}
