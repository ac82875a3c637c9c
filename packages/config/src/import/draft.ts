import { dotted, type Path, type Place } from '../document/node.js';

/** A part of the other file that has no counterpart. */
export interface Loss {
  /** Relative to nothing: as the other file was named. */
  readonly line: number;
  readonly column: number;
  /** `agents.root.toolsets[0]` */
  readonly key: string;
  readonly problem: string;
}

type Entry = Readonly<Record<string, unknown>>;

const PLUGINS: readonly { readonly mount: string; readonly use: string; readonly tools: readonly string[] }[] = [
  { mount: 'fs', use: '@loadout/tool-fs', tools: ['Read', 'Write', 'Edit', 'Glob', 'Grep'] },
  { mount: 'shell', use: '@loadout/tool-shell', tools: ['Bash'] },
  { mount: 'web', use: '@loadout/tool-web', tools: ['WebFetch', 'WebSearch'] },
];

/** A configuration that is being made of another tool's file. */
export class Draft {
  name: string | undefined;
  description: string | undefined;
  skills: true | undefined;
  permissions: Entry | undefined;
  readonly plugins = new Map<string, string>();
  readonly secrets = new Map<string, Entry>();
  readonly models = new Map<string, Entry>();
  readonly mcpServers = new Map<string, Entry>();
  readonly agents = new Map<string, Entry>();
  readonly #losses: Loss[] = [];

  lose(path: Path, place: Place, problem: string): undefined {
    this.#losses.push({ line: place.line, column: place.column, key: dotted(path), problem });
    return undefined;
  }

  get losses(): readonly Loss[] {
    return [...this.#losses].sort((a, b) => a.line - b.line || a.column - b.column);
  }

  /** Mounts the plugins of these tools. */
  mount(tools: readonly string[]): readonly string[] {
    for (const { mount, use, tools: own } of PLUGINS) if (tools.some((tool) => own.includes(tool))) this.plugins.set(mount, use);
    return tools;
  }

  /** A reference to a variable, whose value is hidden everywhere. It may be empty, as it may there. */
  secret(name: string): string {
    this.secrets.set(name, { env: name, required: false });
    return `\${secret:${name}}`;
  }

  /** Under a key that is free; gives back the patterns of its tools. `tools`: only these of them. */
  serve(name: string, { server, tools }: { readonly server: Entry; readonly tools?: readonly string[] | undefined }): Served {
    const first = slug(name, 'server');
    let key = first;
    for (let number = 2; this.mcpServers.has(key); number++) key = `${first}-${number}`;
    this.mcpServers.set(key, server);
    return { key, tools: tools === undefined ? [`mcp__${key}__*`] : tools.map((tool) => `mcp__${key}__${tool}`) };
  }
}

export interface Served {
  readonly key: string;
  readonly tools: readonly string[];
}

/** A text as a name of ours: letters, digits, hyphens and underscores. */
export function slug(text: string, otherwise: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return name === '' ? otherwise : name.slice(0, 48);
}
