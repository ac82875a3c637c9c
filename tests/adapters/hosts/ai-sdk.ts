import type { Toolkit } from '@loadout/adapters';
import type { generateText, ModelMessage, stepCountIs, ToolApprovalResponse } from 'ai';
import type { Drive, Host } from '../scenario.js';
import { scripted, seenBy } from './mock-model.js';

/** The functions of one version of the package. */
export interface Sdk {
  readonly generateText: typeof generateText;
  readonly stepCountIs: typeof stepCountIs;
}

export const aiSdk = (version: 6 | 7, { generateText, stepCountIs }: Sdk): Host => ({
  name: `the AI SDK ${version}`,
  asks: true,
  async run(given: Toolkit, drive: Drive) {
    let kit = given;
    const model = scripted(drive);
    const asked = new Set<string>();
    const messages: ModelMessage[] = [{ role: 'user', content: 'Go.' }];
    for (;;) {
      const result = await generateText({
        model,
        tools: kit.aiSdk(),
        messages,
        stopWhen: stepCountIs(20),
        ...(drive.signal === undefined ? {} : { abortSignal: drive.signal }),
      });
      // Version 7 keeps the messages of all steps in a place of their own.
      messages.push(...((result as { responseMessages?: ModelMessage[] }).responseMessages ?? result.response.messages));
      const answers = result.content.flatMap((part): ToolApprovalResponse[] => {
        if (part.type !== 'tool-approval-request') return [];
        asked.add(part.toolCall.toolCallId);
        const approved = drive.calls.find(({ id }) => id === part.toolCall.toolCallId)?.answer === 'yes';
        return [{ type: 'tool-approval-response', approvalId: part.approvalId, approved }];
      });
      if (answers.length === 0) break;
      messages.push({ role: 'tool', content: answers });
      kit = (await drive.restart?.()) ?? kit;
    }
    return seenBy(model, { drive, asked });
  },
});
