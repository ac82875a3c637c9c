import { type ClaudeEntry, claudeRecords, claudeRefusal, claudeText } from '@loadout/command';
import { isToolUse, type ToolResultBlock } from '@loadout/core/model';
import { type DecidedCall, sparingRules } from '@loadout/core/run';
import { isWithin } from '@loadout/node';
import { claudeAllows } from './claude-allows.js';
import { claudeCall } from './claude-call.js';
import { claudeTranscripts, type Transcript } from './claude-transcripts.js';
import { type CallRecord, NOWHERE, type RecordedCall, type UnclearCall } from './recorded-call.js';
import { layersFor, type RuleSet } from './rule-set.js';

type Env = Readonly<Record<string, string | undefined>>;

interface Reading {
  readonly set: RuleSet;
  readonly found: { readonly calls: RecordedCall[]; readonly unclear: UnclearCall[]; readonly unread: string[] };
  /** The ids of the calls that were read: a session that was continued in another file repeats them. */
  readonly seen: Set<string>;
  readonly allows: (call: DecidedCall) => boolean;
}

/**
 * Reads the calls in the transcripts of Claude Code for the folder of the rules. A transcript says who refused a call, but not who allowed
 * it: a call counts as approved if it ran in a mode in which a person is asked, and no allow rule of Claude Code covers it now.
 */
export function readClaude(set: RuleSet, env: Env): CallRecord {
  const place = { workspace: set.workspace, env };
  const reading: Reading = { set, found: { calls: [], unclear: [], unread: [] }, seen: new Set(), allows: claudeAllows(place) };
  for (const transcript of claudeTranscripts(place)) {
    if (typeof transcript === 'string') reading.found.unread.push(transcript);
    else for (const call of endedCalls(transcript, reading)) take(call, reading);
  }
  return reading.found;
}

/** A call that has no result yet. */
interface Started {
  readonly name: string;
  readonly input: unknown;
  readonly cwd: string;
  /** The mode in which a person answered. Absent: unknown, or a program answered. */
  readonly mode: string | undefined;
}

interface Ended extends Started {
  readonly block: ToolResultBlock;
  readonly session: string;
  readonly at: number | undefined;
}

function* endedCalls({ id, isSubagent, entries }: Transcript, { seen, set }: Reading): Generator<Ended> {
  const started = new Map<string, Started>();
  let mode: string | undefined;
  for (const entry of entries) {
    mode = claudeText(entry.permissionMode) ?? mode;
    const cwd = claudeText(entry.cwd) ?? set.workspace;
    // A subagent has a mode of its own, which is not on record.
    const own = isSubagent || entry.isSidechain === true || isProgram(entry) ? undefined : mode;
    for (const record of claudeRecords([entry])) {
      if (record.t === 'message')
        for (const { id: use, name, input } of record.message.content.filter(isToolUse))
          started.set(use, { name, input, cwd, mode: own });
      const call = record.t === 'ended' ? started.get(record.id) : undefined;
      if (record.t !== 'ended' || call === undefined || seen.has(record.id)) continue;
      seen.add(record.id);
      yield { ...call, block: record.block, session: id, at: record.at };
    }
  }
}

/** Whether a program answers the questions of a session. */
const isProgram = ({ entrypoint }: ClaudeEntry): boolean => claudeText(entrypoint)?.startsWith('sdk') === true;

function take({ name, input, cwd, mode, block, session, at }: Ended, { set, found, allows }: Reading): void {
  const stopped = claudeRefusal(block);
  const ran = stopped === undefined;
  // A failure may come from a check before the question, or from an interrupt: it says nothing.
  if (ran && block.is_error === true) return;
  const refused = stopped === 'person' || stopped === 'rule';
  const call = claudeCall(name, input, { cwd, workspace: set.workspace, home: set.home });
  if (typeof call === 'string') found.unclear.push({ session, tool: name, why: call, refused });
  if (call === undefined || typeof call === 'string') return;
  const base = { session, source: 'claude', agents: [], artifactDir: NOWHERE, cwd, call, ran, refused, at } as const;
  const layers = layersFor({ ...base, spared: [] }, set, 'default');
  const spared = layers === undefined ? [] : sparingRules(call, layers);
  const isApproved = ran && mode === 'default' && isWithin(cwd, set.workspace) && isOfTool(spared, name) && !allows(call);
  const answer = stopped === 'person' ? 'denied' : stopped === 'nobody' ? 'nobody' : isApproved ? 'allowed' : undefined;
  found.calls.push({ ...base, answer, spared });
}

/** A rule for a file beside a command is of the place where a link leads now. */
const isOfTool = (rules: readonly string[], name: string): boolean =>
  rules.length > 0 && (name !== 'Bash' || rules.every((rule) => rule.startsWith('Bash(')));
