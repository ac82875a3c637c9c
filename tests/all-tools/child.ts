import type { RecordedRequest, Reply } from '@loadout/testing';

/** The beginning of each agent's prompt in this test. */
export const CHILD = 'As a child: ';

export const isOfChild = (request: RecordedRequest) => JSON.stringify(request.body.messages[0]).includes(CHILD);

/** A child writes the file that its prompt names, if any, and reports it. A member answers its messages. */
export function childReply(request: RecordedRequest, hear: (text: string) => void): Reply {
  const { messages } = request.body;
  const last = JSON.stringify(messages.at(-1)?.content);
  hear(last);
  const file = /write (\S+?)[."]/.exec(JSON.stringify(messages[0]))?.[1];
  if (file === undefined || last.includes('tool_result')) return { text: `Written: ${file ?? 'nothing'}.` };
  return { tools: [{ name: 'Write', input: { file_path: `${file}.txt`, content: 'by a child\n' } }] };
}
