import { isObject } from '@loadout/core';
import { defined, jsonIn } from '@loadout/node';
import type { SessionRecord } from '@loadout/sessions';
import type { AgentBuilder } from '../build/session-builder.js';
import { eventRecords } from './event-records.js';
import type { Format, Reading } from './file-recording.js';

type Fields = Readonly<Record<string, unknown>>;

/** Events as lines: a trace, whose lines have times, or the output of `--output stream-json`, whose lines have none. */
export const eventFormat =
  (source: 'trace' | 'stream-json') =>
  (reading: Reading): Format => {
    if (source === 'stream-json') reading.notes.add('Output of a run has no times, and no results of calls that were cut.');
    return { source, read: () => readEvents(reading), record: recordIn };
  };

function readEvents(reading: Reading): true {
  const { main, builder, places, notes } = reading;
  for (const line of main.lines()) {
    const event = eventIn(line.text);
    if (event === undefined) {
      if (line.text.trim() !== '') notes.add('Lines that are not events were left out.');
      continue;
    }
    reading.take(() => {
      const inner = innermost(event);
      const to = inner.path === '' ? builder : agentOf(inner, builder);
      for (const [part, record] of eventRecords(inner.event).entries()) to.add(record, places.add(main, line, part));
    });
  }
  return true;
}

function recordIn(text: string, part: number): SessionRecord | undefined {
  const event = eventIn(text);
  return event === undefined ? undefined : eventRecords(innermost(event).event)[part];
}

/** The builder of a subagent. Its first event may be any, since a host can leave out its beginning. */
function agentOf({ path, toolUseId, event }: Inner, builder: Reading['builder']): AgentBuilder {
  const agent = builder.agent(path).startedBy(toolUseId);
  if (event.type === 'init' || agent.isOpen) return agent;
  const name = path.split('/').at(-1) ?? path;
  agent.add({ t: 'session', version: 1, id: path, agent: name, cwd: '', startedAt: '', environment: '', artifactDir: '' }, -1);
  return agent;
}

function eventIn(text: string): Fields | undefined {
  const value = jsonIn(text);
  return isObject(value) && 'type' in value ? value : undefined;
}

interface Inner {
  /** The ids of the agents from the outermost one on; empty for the run itself. */
  readonly path: string;
  readonly toolUseId: string | undefined;
  readonly event: Fields;
}

/** The event of an agent, with the time of its line. */
function innermost(event: Fields): Inner {
  if (event.type !== 'subagent') return { path: '', toolUseId: undefined, event };
  const { path, toolUseId, event: inner, time } = event;
  return {
    path: Array.isArray(path) ? path.join('/') : String(path),
    toolUseId: typeof toolUseId === 'string' ? toolUseId : undefined,
    event: { ...(inner as Fields), ...defined({ time }) },
  };
}
