import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ClaudeEntry, claudeEntry, claudeMessageId, claudePrompts, claudeRecords, claudeText } from '@loadout/command/runs';
import { isText } from '@loadout/core/model';
import type { SessionRecord } from '@loadout/runner';
import { contentsOf } from '../build/contents-of.js';
import { type AgentBuilder, SessionBuilder } from '../build/session-builder.js';
import type { Recording } from '../model/recording.js';
import type { Contents, FileChanges, Trajectory, TreeNode } from '../model/trajectory.js';
import type { Found } from '../model/wire.js';
import { fileChanges } from './file-changes.js';
import { type Line, LineFile } from './line-file.js';
import { searchNodes } from './search-nodes.js';

/** The lines of one record: an answer of the model has a line for each block. */
interface Group {
  readonly file: LineFile;
  readonly lines: readonly Line[];
  readonly entries: readonly ClaudeEntry[];
}

/** Where a record is read again. */
interface Place {
  readonly file: LineFile;
  readonly lines: readonly Omit<Line, 'text'>[];
  readonly part: number;
}

/** A transcript of Claude Code, with the transcripts of its subagents beside it. */
export class ClaudeRecording implements Recording {
  readonly #path: string;
  #main: LineFile;
  #agents = new Map<string, LineFile>();
  #builder = new SessionBuilder();
  #places: Place[] = [];
  /** The calls that may have started a subagent, by the prompt that they gave it. */
  #starts = new Map<string, { readonly id: string; readonly name: string }>();
  /** The first entry of the branch that each entry of a subagent belongs to, by uuid. */
  #roots = new Map<string, string>();
  #isDamaged = false;
  /** Whether the lines of one answer were read at two times, and so count as two. */
  #isSplit = false;
  /** The answer to which the last line of a file belongs. */
  readonly #lastAnswer = new WeakMap<LineFile, string | undefined>();

  /** Throws the error of the file system. */
  constructor(path: string) {
    this.#path = path;
    this.#main = new LineFile(path);
    this.#read();
  }

  get trajectory(): Trajectory {
    const damaged = this.#isDamaged ? ['Lines that are not entries were left out.'] : [];
    const notes = ['A transcript of Claude Code has no permission decisions, no hooks and no end of a run.', ...damaged];
    const head = this.#builder.head({ isRunning: false, notes });
    return { version: 1, head: { ...head, source: 'claude-code' }, nodes: this.#builder.tree.nodes };
  }

  async contents(id: number): Promise<Contents> {
    const { tree, header } = this.#builder;
    const node = tree.nodes[id];
    if (node === undefined) return { id };
    return contentsOf({ node, sources: tree.sourcesOf(id), read: async (source) => this.#record(source), cwd: header?.cwd });
  }

  files(): Promise<FileChanges> {
    const { header, tree } = this.#builder;
    return fileChanges({ kept: undefined, cwd: header?.cwd, nodes: tree.nodes, contents: (id) => this.contents(id) });
  }

  search(text: string, limit: number): Promise<Found> {
    const places = { text: (source: number) => this.#texts(source).join('\n') };
    return searchNodes(this.#builder.tree, { text, limit, places });
  }

  async more(): Promise<readonly TreeNode[] | 'anew'> {
    const news = this.#main.isReplaced ? undefined : this.#read();
    if (news !== undefined && !this.#isSplit) return news;
    await this.close();
    this.#main = new LineFile(this.#path);
    this.#agents = new Map();
    this.#builder = new SessionBuilder();
    this.#places = [];
    this.#starts = new Map();
    this.#roots = new Map();
    this.#isDamaged = false;
    this.#isSplit = false;
    this.#read();
    return 'anew';
  }

  async close(): Promise<void> {
    for (const file of [this.#main, ...this.#agents.values()]) file.close();
  }

  #read(): readonly TreeNode[] {
    for (const group of this.#groups(this.#main)) this.#add(group);
    for (const path of agentFiles(join(dirname(this.#path), basename(this.#path, '.jsonl'), 'subagents'))) {
      const file = this.#agents.get(path) ?? new LineFile(path);
      this.#agents.set(path, file);
      for (const group of this.#groups(file)) this.#add(group, path);
    }
    return this.#builder.tree.takeChanged();
  }

  /** The entries of the conversation, the lines of one answer together. */
  *#groups(file: LineFile): Generator<Group> {
    let lines: Line[] = [];
    let entries: ClaudeEntry[] = [];
    for (const line of file.lines()) {
      const entry = claudeEntry(line.text);
      if (entry === undefined) {
        this.#isDamaged ||= line.text.trim() !== '';
        continue;
      }
      const answer = claudeMessageId(entry);
      const continues = answer !== undefined && answer === this.#lastAnswer.get(file);
      this.#lastAnswer.set(file, answer);
      if (continues && entries.length === 0) this.#isSplit = true;
      if (!continues && entries.length > 0) {
        yield { file, lines, entries };
        [lines, entries] = [[], []];
      }
      lines.push(line);
      entries.push(entry);
    }
    if (entries.length > 0) yield { file, lines, entries };
  }

  #add({ file, lines, entries }: Group, agentFile?: string): void {
    const [entry] = entries;
    if (entry === undefined) return;
    const records = claudeRecords(entries);
    const branch = agentFile ?? this.#branch(entry);
    if (records.length > 0 && branch === undefined) this.#begin(entry);
    const to = branch === undefined ? this.#builder : this.#agent(branch, { entry, records });
    for (const [part, record] of records.entries()) {
      for (const { id, prompt, name } of claudePrompts(record)) this.#starts.set(prompt, { id, name });
      to.add(record, this.#places.push({ file, lines: lines.map(({ offset, bytes }) => ({ offset, bytes })), part }) - 1);
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
    if (this.#builder.header !== undefined) return;
    this.#builder.add(headerOf(entry, { id: basename(this.#path, '.jsonl'), agent: 'main' }), -1);
  }

  #agent(
    key: string,
    { entry, records }: { readonly entry: ClaudeEntry; readonly records: readonly SessionRecord[] },
  ): AgentBuilder {
    const agent = this.#builder.agent(key);
    if (agent.isOpen || records.length === 0) return agent;
    this.#begin(entry);
    const start = this.#starts.get(firstText(records));
    agent.startedBy(start?.id).add(headerOf(entry, { id: key, agent: start?.name ?? 'subagent' }), -1);
    return agent;
  }

  #texts(source: number): readonly string[] {
    const place = this.#places[source];
    return (place?.lines ?? []).map((line) => place?.file.at(line) ?? '');
  }

  #record(source: number): SessionRecord | undefined {
    const entries = this.#texts(source).flatMap((text) => claudeEntry(text) ?? []);
    return claudeRecords(entries)[this.#places[source]?.part ?? 0];
  }
}

function headerOf({ cwd, timestamp }: ClaudeEntry, about: { readonly id: string; readonly agent: string }): SessionRecord {
  const startedAt = claudeText(timestamp) ?? '';
  return { t: 'session', version: 1, ...about, cwd: claudeText(cwd) ?? '', startedAt, environment: '', artifactDir: '' };
}

const firstText = (records: readonly SessionRecord[]): string =>
  records.flatMap((record) => (record.t === 'message' ? record.message.content.filter(isText) : []))[0]?.text ?? '';

function agentFiles(dir: string): readonly string[] {
  try {
    return readdirSync(dir)
      .filter((name) => /^agent-.*\.jsonl$/.test(name))
      .sort()
      .map((name) => join(dir, name));
  } catch {
    return [];
  }
}
