import { readFileSync } from 'node:fs';
import { oneLine, paintFor, printableJson } from '@loadout/command';
import { exitCodeOf, readRecording, recordingFile, sessionEvents } from '@loadout/command/runs';
import {
  type CommandCall,
  type CommandHost,
  configFlags,
  defineCommand,
  engineFlag,
  type SessionSource,
} from '@loadout/core/commands';
import { isText } from '@loadout/core/model';
import type { AgentEvent } from '@loadout/runner';
import { errors } from '../errors.js';
import { recordIn } from '../read/session-recording.js';
import { sdkRecords } from '../sessions/sdk-records.js';
import { type ComparedTurn, otherModel, sumText, tellTurn } from './other-model.js';

const definition = {
  name: 'replay',
  group: 'look',
  summary: 'Show a recorded run again as it was shown, or what another model would have done. Nothing runs.',
  positionals: [{ name: 'run', help: 'A trace.jsonl, the folder that contains it, a session file, a session id, or latest.' }],
  flags: [
    ...configFlags,
    { name: 'output', value: 'FORMAT', choices: ['text', 'json', 'stream-json'], help: 'text (default), json or stream-json.' },
    engineFlag,
    { name: 'verbose', help: 'Also show inputs, results and hooks.' },
    {
      name: 'model',
      value: 'MODEL',
      excludes: ['verbose', 'step', 'engine'],
      help: 'Ask this model at each turn of the record what it would do there, and show where it differs. Costs money.',
    },
    { name: 'step', help: 'Wait for Enter after each answer and each call; q ends. Needs a terminal.' },
  ],
  details: [
    'With --model, the model sees the recorded conversation up to each turn, with the recorded results. None of its calls run. MCP servers of the configuration start, because their tools are shown to the model.',
  ],
  examples: ['latest --verbose', 'latest --model anthropic/claude-haiku-4-5'],
} as const;

type Flags = CommandCall<typeof definition>['flags'];

/** The exit code is the code of the recorded run; 1 for a run without an end, and 0 for a format that never records an end. */
export default defineCommand(definition, async ({ positionals: [wanted = ''], flags }, host) => {
  if (flags.step && !(host.isTerminal && host.isTyped)) throw errors.STEP_NEEDS_TERMINAL({});
  const source = await host.sessions([wanted], flags);
  try {
    if (flags.model !== undefined) return await withModel(flags.model, source.given[0] ?? wanted, { flags, host, source });
    return await show(await recorded(source.given[0] ?? wanted, source, host.cwd), { flags, host });
  } finally {
    source.close();
  }
});

interface Replaying {
  readonly flags: Flags;
  readonly host: CommandHost;
  readonly source: SessionSource;
}

/** Compares a session with what another model does at its turns. The exit code is 7 if the model never answered. */
async function withModel(model: string, given: string, { flags, host, source }: Replaying): Promise<number> {
  const file = recordingFile(given, { cwd: host.cwd, sessions: source.sessions });
  if (file === undefined) throw errors.REPLAY_MISSING({ given, dir: source.sessions.dir });
  // A last line that was cut off is left out.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const records = lines.flatMap((line) => recordIn(line) ?? []);
  const { plan } = await host.load(flags, { runs: true });
  const turns: ComparedTurn[] = [];
  for await (const turn of otherModel(records, { model, plan, env: host.env, signal: host.signal })) {
    turns.push(turn);
    if (flags.output === undefined || flags.output === 'text') tellTurn(turn, { model, host });
    else if (flags.output === 'stream-json') host.out(`${printableJson(turn)}\n`);
  }
  if (flags.output === 'json') host.json({ model, turns });
  else if (flags.output !== 'stream-json') host.out(sumText(turns, model));
  if (host.signal.aborted) return host.signal.reason as number;
  return turns.every(({ is }) => is === 'failed') ? 7 : 0;
}

async function show({ events, hasEnd }: Recorded, { flags, host }: { readonly flags: Flags; readonly host: CommandHost }) {
  const view = host.view({ output: flags.output, verbose: flags.verbose, isRecorded: true });
  const last = events.findLast((event) => event.type === 'result');
  for (const event of events) {
    if (event.type === 'prompt' && (flags.output ?? 'text') === 'text') tellPrompt(event, host);
    // A session may contain several results, but a JSON document has one.
    if (flags.output !== 'json' || event.type !== 'result' || event === last) view.event(event);
    if (flags.step && isStep(event) && !(await continues(host))) return 0;
  }
  if (!hasEnd) host.tell('A session of the Agent SDKs does not record how the run ended.\n');
  else if (events.at(-1)?.type !== 'result') host.tell('The recording ends here. It does not show how the run ended.\n');
  return last === undefined ? Number(hasEnd) : exitCodeOf(last.result.outcome);
}

/** The events after which a person looks. */
const isStep = ({ type }: AgentEvent): boolean => type === 'message' || type === 'tool_result';

/** Waits for Enter. Resolves to false for q and at the end of the input. */
async function continues(host: CommandHost): Promise<boolean> {
  const line = await host.ask('Enter continues, q ends. ');
  return line !== undefined && line.trim().toLowerCase() !== 'q';
}

interface Recorded {
  readonly events: readonly AgentEvent[];
  /** Whether the format records how a run ended. */
  readonly hasEnd: boolean;
}

/** Reads a recording. Throws REPLAY_MISSING, REPLAY_FORMAT. */
async function recorded(given: string, { sessions, workspace }: SessionSource, cwd: string): Promise<Recorded> {
  const file = recordingFile(given, { cwd, sessions });
  if (file !== undefined) return { events: readRecording(file), hasEnd: true };
  const records = await sdkRecords(given, { workspace });
  if (records === undefined) throw errors.REPLAY_MISSING({ given, dir: sessions.dir });
  return { events: sessionEvents(records, { path: given }), hasEnd: false };
}

function tellPrompt({ message }: Extract<AgentEvent, { type: 'prompt' }>, host: CommandHost): void {
  const text = message.content.find(isText)?.text ?? '';
  host.screen.tell(`${paintFor(host)('bold', `> ${oneLine(text, 400)}`)}\n`);
}
