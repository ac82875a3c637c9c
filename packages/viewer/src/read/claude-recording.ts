import { basename, dirname, join } from 'node:path';
import { type ClaudeEntry, claudeEntry, claudeMessageId, claudePrompts, claudeRecords, claudeText } from '@loadout/command';
import { isText } from '@loadout/core/model';
import type { SessionRecord } from '@loadout/sessions';
import type { AgentBuilder } from '../build/session-builder.js';
import type { Format, Reading } from './file-recording.js';
import type { Line, LineFile } from './line-file.js';
import { filesIn } from './session-recording.js';

/** The lines of one record: an answer of the model has a line for each block. */
interface Group {
  readonly file: LineFile;
  /** From the first of its lines to the last one. */
  readonly place: Omit<Line, 'text'>;
  readonly entries: readonly ClaudeEntry[];
}

/** A transcript of Claude Code, with the transcripts of its subagents beside it. */
export class ClaudeFormat implements Format {
  readonly source = 'claude-code';
  readonly #reading: Reading;
  /** The calls that may have started a subagent, by the prompt that they gave it. */
  readonly #starts = new Map<string, { readonly id: string; readonly name: string }>();
  /** The first entry of the branch that each entry of a subagent belongs to, by uuid. */
  readonly #roots = new Map<string, string>();
  /** Whether the lines of one answer were read at two times, and so count as two. */
  #isSplit = false;
  /** The answer to which the last line of a file belongs. */
  readonly #lastAnswer = new WeakMap<LineFile, string | undefined>();

  constructor(reading: Reading) {
    this.#reading = reading;
    reading.notes.add('A transcript of Claude Code has no permission decisions, no hooks and no end of a run.');
  }

  read(): boolean {
    const { main, path } = this.#reading;
    for (const group of this.#groups(main)) this.#reading.take(() => this.#add(group));
    for (const agent of filesIn(join(dirname(path), this.#id, 'subagents'), /^agent-.*\.jsonl$/))
      for (const group of this.#groups(this.#reading.other(agent))) this.#reading.take(() => this.#add(group, agent));
    return !this.#isSplit;
  }

  record(text: string, part: number): SessionRecord | undefined {
    return claudeRecords(text.split('\n').flatMap((line) => claudeEntry(line) ?? []))[part];
  }

  get #id(): string {
    return basename(this.#reading.path, '.jsonl');
  }

  /** The entries of the conversation, the lines of one answer together. */
  *#groups(file: LineFile | undefined): Generator<Group> {
    if (file === undefined) return;
    let [entries, from, to]: [ClaudeEntry[], number, number] = [[], 0, 0];
    const group = () => ({ file, place: { offset: from, bytes: to - from }, entries });
    for (const line of file.lines()) {
      const entry = claudeEntry(line.text);
      if (entry === undefined) {
        if (line.text.trim() !== '') this.#reading.notes.add('Lines that are not entries were left out.');
        continue;
      }
      const answer = claudeMessageId(entry);
      const continues = answer !== undefined && answer === this.#lastAnswer.get(file);
      this.#lastAnswer.set(file, answer);
      if (continues && entries.length === 0) this.#isSplit = true;
      if (!continues && entries.length > 0) {
        yield group();
        entries = [];
      }
      if (entries.length === 0) from = line.offset;
      to = line.offset + line.bytes;
      entries.push(entry);
    }
    if (entries.length > 0) yield group();
  }

  #add({ file, place, entries }: Group, agentFile?: string): void {
    const { builder, places } = this.#reading;
    const [entry] = entries;
    if (entry === undefined) return;
    const records = claudeRecords(entries);
    const branch = agentFile ?? this.#branch(entry);
    if (records.length > 0 && branch === undefined) this.#begin(entry);
    const to = branch === undefined ? builder : this.#agent(branch, { entry, records });
    for (const [part, record] of records.entries()) {
      for (const { id, prompt, name } of claudePrompts(record)) this.#starts.set(prompt, { id, name });
      to.add(record, places.add(file, place, part));
    }
  }

  /** Names the branch of a subagent whose entries are in the file of the session. `undefined`: the session itself. */
  #branch({ isSidechain, uuid, parentUuid, agentId }: ClaudeEntry): string | undefined {
    if (isSidechain !== true) return undefined;
    const own = claudeText(uuid) ?? '';
    const root = claudeText(agentId) ?? this.#roots.get(claudeText(parentUuid) ?? '') ?? own;
    this.#roots.set(own, root);
    return root;
  }

  #begin(entry: ClaudeEntry): void {
    const { builder } = this.#reading;
    if (builder.header === undefined) builder.add(headerOf(entry, { id: this.#id, agent: 'main' }), -1);
  }

  #agent(
    key: string,
    { entry, records }: { readonly entry: ClaudeEntry; readonly records: readonly SessionRecord[] },
  ): AgentBuilder {
    const agent = this.#reading.builder.agent(key);
    if (agent.isOpen || records.length === 0) return agent;
    this.#begin(entry);
    const start = this.#starts.get(firstText(records));
    agent.startedBy(start?.id).add(headerOf(entry, { id: key, agent: start?.name ?? 'subagent' }), -1);
    return agent;
  }
}

function headerOf({ cwd, timestamp }: ClaudeEntry, about: { readonly id: string; readonly agent: string }): SessionRecord {
  const startedAt = claudeText(timestamp) ?? '';
  return { t: 'session', version: 1, ...about, cwd: claudeText(cwd) ?? '', startedAt, environment: '', artifactDir: '' };
}

const firstText = (records: readonly SessionRecord[]): string =>
  records.flatMap((record) => (record.t === 'message' ? record.message.content.filter(isText) : []))[0]?.text ?? '';
