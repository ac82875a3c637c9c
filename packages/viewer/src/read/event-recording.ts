import { contentsOf } from '../build/contents-of.js';
import { type AgentBuilder, SessionBuilder } from '../build/session-builder.js';
import type { Recording } from '../model/recording.js';
import type { Contents, FileChanges, Head, Trajectory, TreeNode } from '../model/trajectory.js';
import type { Found } from '../model/wire.js';
import { eventRecords } from './event-records.js';
import { fileChanges } from './file-changes.js';
import { LineFile } from './line-file.js';
import { Places } from './places.js';
import { searchNodes } from './search-nodes.js';

type Fields = Readonly<Record<string, unknown>>;

/** Events as lines: a trace, whose lines have times, or the output of `--output stream-json`, whose lines have none. */
export class EventRecording implements Recording {
  readonly #source: Head['source'];
  readonly #path: string;
  #file: LineFile;
  #builder = new SessionBuilder();
  #places = new Places();
  #isDamaged = false;

  /** Throws the error of the file system. */
  constructor(path: string, source: 'trace' | 'stream-json') {
    this.#source = source;
    this.#path = path;
    this.#file = new LineFile(path);
    this.#read();
  }

  get trajectory(): Trajectory {
    const damaged = this.#isDamaged ? ['Lines that are not events were left out.'] : [];
    const times = this.#source === 'trace' ? [] : ['Output of a run has no times, and no results of calls that were cut.'];
    const head = this.#builder.head({ isRunning: false, notes: [...times, ...damaged] });
    return { version: 1, head: { ...head, source: this.#source }, nodes: this.#builder.tree.nodes };
  }

  async contents(id: number): Promise<Contents> {
    const { tree, header } = this.#builder;
    const node = tree.nodes[id];
    if (node === undefined) return { id };
    const read = async (source: number) => {
      const line = this.#places.line(source);
      const event = line === undefined ? undefined : eventIn(line.text);
      return line === undefined || event === undefined ? undefined : eventRecords(innermost(event).event)[line.part];
    };
    return contentsOf({ node, sources: tree.sourcesOf(id), read, cwd: header?.cwd });
  }

  files(): Promise<FileChanges> {
    const { header, tree } = this.#builder;
    return fileChanges({ kept: undefined, cwd: header?.cwd, nodes: tree.nodes, contents: (id) => this.contents(id) });
  }

  search(text: string, limit: number): Promise<Found> {
    return searchNodes(this.#builder.tree, { text, limit, places: this.#places });
  }

  async more(): Promise<readonly TreeNode[] | 'anew'> {
    if (!this.#file.isReplaced) return this.#read();
    this.#file.close();
    this.#file = new LineFile(this.#path);
    this.#builder = new SessionBuilder();
    this.#places = new Places();
    this.#isDamaged = false;
    this.#read();
    return 'anew';
  }

  async close(): Promise<void> {
    this.#file.close();
  }

  #read(): readonly TreeNode[] {
    for (const line of this.#file.lines()) {
      const event = eventIn(line.text);
      if (event === undefined) this.#isDamaged ||= line.text.trim() !== '';
      else {
        const { path, toolUseId, event: inner } = innermost(event);
        const to = path === '' ? this.#builder : this.#agent(path, { inner, toolUseId });
        for (const [part, record] of eventRecords(inner).entries()) to.add(record, this.#places.add(this.#file, line, part));
      }
    }
    return this.#builder.tree.takeChanged();
  }

  /** The builder of a subagent. Its first event may be any, since a host can leave out its beginning. */
  #agent(path: string, { inner, toolUseId }: { readonly inner: Fields; readonly toolUseId: string | undefined }): AgentBuilder {
    const agent = this.#builder.agent(path);
    if (inner.type === 'init' || agent.isOpen) return agent.startedBy(toolUseId);
    const name = path.split('/').at(-1) ?? path;
    agent
      .startedBy(toolUseId)
      .add(
        { t: 'session', version: 1, id: path, agent: name, cwd: '', startedAt: '', environment: '', artifactDir: '' },
        this.#places.add(this.#file, { offset: 0, bytes: 0 }),
      );
    return agent;
  }
}

function eventIn(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'type' in value ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
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
    event: { ...(inner as Fields), ...(time === undefined ? {} : { time }) },
  };
}
