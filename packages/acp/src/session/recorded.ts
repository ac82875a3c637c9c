import type { SessionInfo, SessionUpdate } from '@agentclientprotocol/sdk';
import { oneLine } from '@loadout/command';
import { describeSession, sessionEvents } from '@loadout/command/runs';
import { isText, isToolUse } from '@loadout/core/model';
import type { AgentEvent } from '@loadout/runner';
import { FileStore, listSessions } from '@loadout/sessions';
import type { Updates } from '../updates/updates.js';
import type { Project } from './project.js';

/** The most sessions of one answer. */
const MOST = 50;

/** The recorded sessions of a folder, newest first. `cursor`: the last one of the answer before. */
export function recordedSessions({ sessions, plan }: Project, cursor: string | null | undefined) {
  const all = listSessions(sessions);
  const from = cursor == null ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
  const page = all.slice(from, from + MOST);
  const lines = page.map(describeSession).filter(({ prompt }) => prompt !== '');
  return {
    sessions: lines.map(
      ({ id, name, prompt, modified }): SessionInfo => ({
        sessionId: id,
        cwd: plan.workspace,
        title: name ?? oneLine(prompt, 80),
        updatedAt: modified,
      }),
    ),
    nextCursor: all.length > from + MOST ? (page.at(-1)?.id ?? null) : null,
  };
}

/** The conversation of a recorded session as the updates that the client got, or would have got, while it ran. */
export function replayed(
  id: string,
  { sessions, updates }: { sessions: Project['sessions']; updates: Updates },
): readonly SessionUpdate[] {
  const store = new FileStore(sessions);
  const place = store.place(id);
  return sessionEvents(store.read(place), { path: place.file }).flatMap((event) => [
    ...(event.type === 'prompt' ? promptOf(event) : callsOf(event).flatMap((call) => updates.of(call))),
    ...updates.of(event),
  ]);
}

/** The words of the person. A text that the runner added is for the model alone. */
const promptOf = ({ message }: Extract<AgentEvent, { type: 'prompt' }>): SessionUpdate[] =>
  message.content
    .filter(isText)
    .filter(({ text }) => !text.startsWith('<system-reminder>'))
    .map(({ text }) => ({ sessionUpdate: 'user_message_chunk', content: { type: 'text', text } }));

/** The calls that a message asks for. A record has no events of their own for them. */
const callsOf = (event: AgentEvent): AgentEvent[] =>
  event.type === 'message'
    ? event.message.content.filter(isToolUse).map(({ id, name, input }) => ({ type: 'tool_call', id, name, input }))
    : [];
