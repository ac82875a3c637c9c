import {
  type AgentContext,
  type ClientCapabilities,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  methods,
  type RequestPermissionRequest,
} from '@agentclientprotocol/sdk';
import { formFields } from '@loadout/command/chat';
import type { ElicitationAnswer, ToolSourceSession } from '@loadout/core/run';
import { unlessAborted } from '../unless-aborted.js';

/** The client of a session, for questions to the person behind it. */
export interface AskedClient {
  readonly context: AgentContext;
  readonly sessionId: string;
  readonly capabilities: ClientCapabilities;
}

/** Returns the id of the chosen option. `undefined`: none was chosen, nobody waits any more, or the client cannot answer. */
export async function chosenOption(
  { context, sessionId }: AskedClient,
  question: Omit<RequestPermissionRequest, 'sessionId'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { requestPermission } = methods.client.session;
  const answer = context.request(requestPermission, { sessionId, ...question }, { cancellationSignal: signal });
  const outcome = (await unlessAborted(answer, signal).catch(() => undefined))?.outcome;
  return outcome?.outcome === 'selected' ? outcome.optionId : undefined;
}

/** Returns the answer to a form or to the question whether to open an address. `undefined` as in `chosenOption`. */
export async function elicited(
  { context }: AskedClient,
  request: CreateElicitationRequest,
  signal: AbortSignal,
): Promise<CreateElicitationResponse | undefined> {
  const answer = context.request(methods.client.elicitation.create, request, { cancellationSignal: signal });
  return unlessAborted(answer, signal).catch(() => undefined);
}

/** Passes a question of an MCP server to the person, named as that of the server. A client that cannot show it declines. */
export const elicitFrom =
  (client: AskedClient): NonNullable<ToolSourceSession['elicit']> =>
  async ({ source, message, mode, schema, url }, { signal }) => {
    const asked = { sessionId: client.sessionId, message: `The MCP server ${source} asks: ${message}` };
    const { form, url: address } = client.capabilities.elicitation ?? {};
    const isShown = mode === 'url' ? address != null && url !== undefined : form != null;
    if (!isShown || (mode === 'form' && formFields(schema) === undefined)) return { action: 'decline' };
    const request =
      mode === 'url'
        ? { ...asked, mode: 'url' as const, url: url ?? '', elicitationId: crypto.randomUUID() }
        : { ...asked, mode: 'form' as const, requestedSchema: schema as never };
    const answer = await elicited(client, request, signal);
    if (answer?.action === 'accept') return { action: 'accept', content: (answer.content ?? {}) as ElicitationAnswer['content'] };
    return { action: answer?.action === 'decline' ? 'decline' : 'cancel' };
  };
