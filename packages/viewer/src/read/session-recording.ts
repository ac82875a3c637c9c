import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installedPackage, isSessionInUse, type SessionHeader, type SessionRecord } from '@loadout/runner';
import { contentsOf } from '../build/contents-of.js';
import { SessionBuilder } from '../build/session-builder.js';
import type { Source } from '../build/tree.js';
import type { Recording } from '../model/recording.js';
import type { Contents, FileChanges, Head, Trajectory, TreeNode } from '../model/trajectory.js';
import type { Found } from '../model/wire.js';
import { fileChanges } from './file-changes.js';
import { LineFile } from './line-file.js';
import { Places } from './places.js';
import { searchNodes } from './search-nodes.js';

/** A session of the runner's own format, with the sessions of its subagents beside it. */
export class SessionRecording implements Recording {
  readonly #path: string;
  #main: LineFile;
  #agents = new Map<string, LineFile>();
  #builder = new SessionBuilder();
  #places = new Places();
  #notes = new Set<string>();

  /** Throws the error of the file system. */
  constructor(path: string) {
    this.#path = path;
    this.#main = new LineFile(path);
    this.#read();
  }

  get trajectory(): Trajectory {
    return { version: 1, head: this.#head(), nodes: this.#builder.tree.nodes };
  }

  async contents(id: number): Promise<Contents> {
    const { tree, header } = this.#builder;
    const node = tree.nodes[id];
    if (node === undefined) return { id };
    const read = async (source: Source) => this.#record(source);
    return contentsOf({ node, sources: tree.sourcesOf(id), read, cwd: header?.cwd });
  }

  async files(): Promise<FileChanges> {
    const { header, tree } = this.#builder;
    const kept = header === undefined ? undefined : await keptChanges(header).catch(() => undefined);
    return fileChanges({ kept, cwd: header?.cwd, nodes: tree.nodes, contents: (id) => this.contents(id) });
  }

  search(text: string, limit: number): Promise<Found> {
    return searchNodes(this.#builder.tree, { text, limit, places: this.#places });
  }

  async more(): Promise<readonly TreeNode[] | 'anew'> {
    if (this.#main.isReplaced) {
      await this.close();
      this.#main = new LineFile(this.#path);
      this.#agents = new Map();
      this.#builder = new SessionBuilder();
      this.#places = new Places();
      this.#notes = new Set();
      this.#read();
      return 'anew';
    }
    return this.#read();
  }

  async close(): Promise<void> {
    for (const file of [this.#main, ...this.#agents.values()]) file.close();
  }

  #read(): readonly TreeNode[] {
    this.#readFile(this.#main, (record, source) => this.#builder.add(record, source));
    const dir = this.#builder.header?.artifactDir;
    for (const name of dir === undefined ? [] : agentFiles(join(dir, 'agents'))) {
      const file = this.#agents.get(name) ?? this.#opened(name);
      if (file === undefined) continue;
      const agent = this.#builder.agent(name);
      this.#readFile(file, (record, source) => agent.add(record, source));
    }
    return this.#builder.tree.takeChanged();
  }

  #opened(path: string): LineFile | undefined {
    try {
      const file = new LineFile(path);
      this.#agents.set(path, file);
      return file;
    } catch (error) {
      this.#notes.add(`The session of a subagent cannot be read: ${(error as Error).message}`);
      return undefined;
    }
  }

  #readFile(file: LineFile, take: (record: SessionRecord, source: Source) => void): void {
    for (const line of file.lines()) {
      const record = recordIn(line.text);
      if (record === undefined) {
        this.#notes.add(`${file.path} has lines that are not records. They were left out.`);
        continue;
      }
      take(record, this.#places.add(file, line));
    }
  }

  #record(source: Source): SessionRecord | undefined {
    const line = this.#places.line(source);
    return line === undefined ? undefined : recordIn(line.text);
  }

  #head(): Head {
    return this.#builder.head({ isRunning: isSessionInUse(this.#path), notes: [...this.#notes] });
  }
}

/** A line that is a record. A checksum at its end is a field like any other. */
function recordIn(text: string): SessionRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && typeof (value as { t?: unknown }).t === 'string'
      ? (value as SessionRecord)
      : undefined;
  } catch {
    return undefined;
  }
}

function agentFiles(dir: string): readonly string[] {
  try {
    return readdirSync(dir)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(dir, name));
  } catch {
    return [];
  }
}

/** The changes by the checkpoints of a session. Without their package, the changes are those of the calls. */
async function keptChanges(header: SessionHeader) {
  const checkpoints = await installedPackage<typeof import('@loadout/checkpoints')>('@loadout/checkpoints');
  return checkpoints?.changesOfSession(header);
}
