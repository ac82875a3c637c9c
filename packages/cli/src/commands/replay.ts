import { oneLine } from '@loadout/command';
import { readRecording, recordingFile, sessionEvents } from '@loadout/command/runs';
import { isText } from '@loadout/core/model';
import type { AgentEvent } from '@loadout/runner';
import type { Arguments } from '../arguments/definition.js';
import type { replay } from '../arguments/inspect-definitions.js';
import { lineReader } from '../ask/line-reader.js';
import { errors } from '../errors.js';
import { exitCodeOf } from '../exit-code.js';
import type { Io } from '../io.js';
import { canAsk } from '../load/ask-trust.js';
import type { Workplace } from '../load/session-folder.js';
import { openSessions } from '../remote/session-source.js';
import { Activity } from '../render/activity.js';
import { JsonView, StreamJsonView } from '../render/json-views.js';
import type { Pulse, RunView } from '../render/run-view.js';
import { TextView } from '../render/text-view.js';
import { sdkRecords } from '../replay/sdk-records.js';
import type { Command } from './command.js';

/** The exit code is the code of the recorded run; 1 for a run without an end, and 0 for a format that never records an end. */
export const execute: Command<typeof replay> = async ({ positionals: [wanted = ''], flags }, io) => {
  const source = await openSessions([wanted], { flags, io, command: 'replay' });
  try {
    return await show(await recorded(source.given[0] ?? wanted, { ...source, cwd: io.cwd }), { flags, io });
  } finally {
    source.close();
  }
};

type Flags = Arguments<typeof replay>['flags'];

async function show({ events, hasEnd }: Recorded, { flags, io }: { readonly flags: Flags; readonly io: Io }): Promise<number> {
  if (flags.step && !canAsk(io)) throw errors.STEP_NEEDS_TERMINAL({});
  const view = viewOf(flags, io);
  const last = events.findLast((event) => event.type === 'result');
  for (const event of events) {
    if (event.type === 'prompt' && (flags.output ?? 'text') === 'text') tellPrompt(event, io);
    // A session may contain several results, but a JSON document has one.
    if (flags.output !== 'json' || event.type !== 'result' || event === last) view.event(event);
    if (flags.step && isStep(event) && !(await continues(io))) return 0;
  }
  if (!hasEnd) io.tell('A session of the Agent SDKs does not record how the run ended.\n');
  else if (events.at(-1)?.type !== 'result') io.tell('The recording ends here. It does not show how the run ended.\n');
  return last === undefined ? Number(hasEnd) : exitCodeOf(last.result.outcome);
}

/** The events after which a person looks. */
const isStep = ({ type }: AgentEvent): boolean => type === 'message' || type === 'tool_result';

/** Waits for Enter. Resolves to false for q and at the end of the input. */
async function continues(io: Io): Promise<boolean> {
  io.tell(io.paint('dim', 'Enter continues, q ends. '));
  const line = await lineReader(io).next(new AbortController().signal);
  return line !== undefined && line.trim().toLowerCase() !== 'q';
}

interface Recorded {
  readonly events: readonly AgentEvent[];
  /** Whether the format records how a run ended. */
  readonly hasEnd: boolean;
}

/** Reads a recording. Throws REPLAY_MISSING, REPLAY_FORMAT. */
async function recorded(given: string, place: Workplace & { readonly cwd: string }): Promise<Recorded> {
  const file = recordingFile(given, place);
  if (file !== undefined) return { events: readRecording(file), hasEnd: true };
  const records = await sdkRecords(given, place);
  if (records === undefined) throw errors.REPLAY_MISSING({ given, dir: place.sessions.dir });
  return { events: sessionEvents(records, { path: given }), hasEnd: false };
}

/** A pulse that stands still, because nothing runs. */
const STILL: Pulse = { now: () => 0, every: () => () => {} };

function viewOf({ output, verbose }: Flags, io: Io): RunView {
  if (output === 'json') return new JsonView(io);
  if (output === 'stream-json') return new StreamJsonView(io);
  return new TextView({ io, pulse: STILL, activity: new Activity({ cwd: '' }), verbose, structured: false });
}

function tellPrompt({ message }: Extract<AgentEvent, { type: 'prompt' }>, io: Io): void {
  const text = message.content.find(isText)?.text ?? '';
  io.tell(`${io.paint('bold', `> ${oneLine(text, 400)}`)}\n`);
}
