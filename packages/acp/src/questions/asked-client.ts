import {
  type AgentContext,
  type ClientCapabilities,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  methods,
  type RequestPermissionRequest,
} from '@agentclientprotocol/sdk';
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
