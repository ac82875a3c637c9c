import { readFileSync } from 'node:fs';
import type { Recording } from './model/recording.js';
import type { CallNode, Contents, Head, PromptNode, Trajectory, TreeNode } from './model/trajectory.js';

/** A page as the build makes it, without what a browser needs. */
export const STAND_IN_PAGE = `<!doctype html><html><head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-x'; connect-src 'self'">
</head><body><!--data--><script>const marker = "<!--data--> connect-src 'self'";</script></body></html>
`;

const headOf = (more: Partial<Head> = {}): Head => ({
  source: 'session',
  id: 's1',
  agent: 'helper',
  models: ['demo'],
  outcome: 'running',
  totals: {
    turns: 1,
    calls: 0,
    denied: 0,
    failed: 0,
    spilled: 0,
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
  },
  notes: [],
  ...more,
});

export const promptOf = (id: number, title: string): PromptNode => ({ id, kind: 'prompt', title, agent: ['helper'], size: 1 });

export const callOf = (id: number, title: string): CallNode => ({
  ...promptOf(id, title),
  kind: 'call',
  callId: `call_${id}`,
  tool: 'Bash',
  state: 'done',
  hash: `h${id}`,
});

/** A recording by hand, which a test lets grow. */
export class HandMade implements Recording {
  trajectory: Trajectory;
  readonly texts: Map<number, Contents>;
  /** The next answer of `more`. */
  news: TreeNode[] | 'anew' = [];
  /** A file that must exist as long as the recording is read. */
  readonly #file: string | undefined;

  constructor(nodes: readonly TreeNode[], { contents = [], head = {}, file }: HandMadeParts = {}) {
    this.trajectory = { version: 1, head: headOf(head), nodes };
    this.texts = new Map(contents.map((one) => [one.id, one]));
    this.#file = file;
  }

  /** Adds nodes, or replaces those with the same ids, with the next look. */
  grow(nodes: readonly TreeNode[], head: Partial<Head> = {}): void {
    const all = [...this.trajectory.nodes];
    for (const node of nodes) all[node.id] = node;
    this.trajectory = { ...this.trajectory, head: { ...this.trajectory.head, ...head }, nodes: all };
    if (this.news !== 'anew') this.news.push(...nodes);
  }

  /** Replaces everything, with the next look. */
  replace(nodes: readonly TreeNode[]): void {
    this.trajectory = { ...this.trajectory, nodes };
    this.news = 'anew';
  }

  contents = async (id: number) => {
    if (this.#file !== undefined) readFileSync(this.#file);
    return this.texts.get(id) ?? { id };
  };
  files = async () => ({ source: 'calls' as const, isPartial: false, files: [] });
  search = async (text: string, limit: number) => {
    const ids = [...this.texts.values()].filter((one) => JSON.stringify(one).includes(text)).map(({ id }) => id);
    return { ids: ids.slice(0, limit), more: ids.length > limit };
  };
  more = async () => {
    if (this.#file !== undefined) readFileSync(this.#file);
    const { news } = this;
    this.news = [];
    return news;
  };
  close = async () => {};
}

interface HandMadeParts {
  readonly contents?: readonly Contents[];
  readonly head?: Partial<Head>;
  readonly file?: string;
}
