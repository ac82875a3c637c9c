import { formFields } from '@loadout/command/chat';
import type { ElicitationAnswer, ToolSourceSession } from '@loadout/core/run';
import { type AskedClient, elicited } from './asked-client.js';

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
