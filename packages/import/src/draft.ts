import { serverPrefix } from '@loadout/config';
import { dotted, firstPartyPlugin, isForbiddenKey, keysIn, type Node, type Path, type Place } from '@loadout/config/documents';
import type { ModelPlan } from '@loadout/core/model';
import { hideKeysIn } from './written-secret.js';

/** A part of the other file that has no counterpart. */
export interface Loss {
  /** The other file. */
  readonly file: string;
  /** The line in the other file. */
  readonly line: number;
  readonly column: number;
  /** The path of the part, such as `agents.root.toolsets[0]`. */
  readonly key: string;
  readonly problem: string;
}

/** A part of the other file, and the place that it has in the configuration. */
export type Gain = Omit<Loss, 'problem'> & { readonly became: string };

type Entry = Readonly<Record<string, unknown>>;

/** A provider that the configuration declares. */
interface Provider {
  readonly use: string;
  readonly options?: Entry | undefined;
}

/** A model, with its place in the other file. */
interface ImportedModel {
  readonly plan: ModelPlan;
  readonly node: Node;
  readonly path: Path;
}

/** A configuration under construction from another tool's file. */
export class Draft {
  name: string | undefined;
  description: string | undefined;
  smallModel: string | undefined;
  skills: true | undefined;
  permissions: Entry | undefined;
  sandbox: Entry | undefined;
  /** The kinds of other files that the configuration reads in place. */
  compat: readonly string[] | undefined;
  /** Files that stand beside the configuration, by their paths from it. */
  readonly files = new Map<string, string>();
  readonly plugins = new Map<string, string>();
  readonly secrets = new Map<string, Entry>();
  readonly providers = new Map<string, Provider>();
  readonly models = new Map<string, ImportedModel>();
  /** Commands that are tools. */
  readonly tools = new Map<string, Entry>();
  readonly mcpServers = new Map<string, Entry>();
  /** The groups of hooks by their events. */
  readonly hooks = new Map<string, Entry[]>();
  readonly agents = new Map<string, Entry>();
  /** The other files, as they were read. */
  readonly sources: Node[] = [];
  /** The folder of the other file. */
  readonly folder: string;
  /** By their texts, since several agents can have one text of the file. */
  readonly #losses = new Map<string, Loss>();
  readonly #gains = new Map<string, Gain>();
  readonly #lost = new Set<string>();
  /** Secrets that the other file has written out, by the variables that are named for them. */
  readonly #written = new Map<string, string>();

  constructor(folder: string) {
    this.folder = folder;
  }

  lose(path: Path, place: Place, problem: string): undefined {
    const loss = { ...placed(path, place), problem };
    this.#losses.set(JSON.stringify(loss), loss);
    this.#lost.add(partOf(loss));
    return undefined;
  }

  /** Notes the place of a part in the configuration, for a report. A part that is lost has none. */
  gain(path: Path, place: Place, became: string): void {
    const gain = { ...placed(path, place), became };
    if (!this.#lost.has(partOf(gain))) this.#gains.set(JSON.stringify(gain), gain);
  }

  get losses(): readonly Loss[] {
    return inOrder([...this.#losses.values()]);
  }

  get gains(): readonly Gain[] {
    return inOrder([...this.#gains.values()]);
  }

  /** Adds rules to those that other keys of the file made. */
  rule(behavior: 'allow' | 'ask' | 'deny', rules: readonly string[]): void {
    const before = this.permissions?.[behavior];
    const all = [...new Set([...(Array.isArray(before) ? before : []), ...rules])];
    if (rules.length > 0) this.permissions = { ...this.permissions, [behavior]: all };
  }

  /** Mounts the plugins of these tools. */
  mount(tools: readonly string[]): readonly string[] {
    for (const plugin of tools.map(firstPartyPlugin)) if (plugin !== undefined) this.plugins.set(plugin.mount, plugin.use);
    return tools;
  }

  /**
   * The variable for a secret that is written out, named by these parts. Another secret of the same name gets a number: two values in one
   * variable would be one value.
   */
  variableFor(parts: Path, value: string): string {
    const name = parts
      .join('_')
      .replace(/\W+/g, '_')
      .replace(/^(?=\d)/, '_')
      .toUpperCase();
    const isOther = (one: string) => (this.#written.has(one) ? this.#written.get(one) !== value : this.secrets.has(one));
    const free = freeName(name, isOther, '_');
    this.#written.set(free, value);
    return free;
  }

  /** Adds a reference to a variable, whose value is hidden everywhere. An empty value is allowed, as in the other tool. */
  secret(written: string): string {
    const isName = /^[A-Za-z_][\w-]*$/.test(written) && !isForbiddenKey(written);
    // Another program may take any text for a name, even a key that stands in the wrong place.
    const name =
      isName && keysIn(written).length === 0
        ? written
        : this.variableFor(['import', isName ? 'key' : hideKeysIn(written, () => 'key')], written);
    this.secrets.set(name, { env: name, required: false });
    return `\${secret:${name}}`;
  }

  /** Declares a provider under this name, or under one with a number where the name means another one. Returns the name. */
  provide(name: string, provider: Provider): string {
    const free = freeName(name, (one) => {
      const taken = this.providers.get(one);
      return taken !== undefined && JSON.stringify(taken) !== JSON.stringify(provider);
    });
    this.providers.set(free, provider);
    return free;
  }

  /** Adds a server under an unused key and returns the patterns of its tools. `tools` restricts the server to these tools. */
  serve(name: string, { server, tools, at }: Serving): Served {
    const first = slug(name, 'server');
    const key = freeName(first, (one) => this.mcpServers.has(one));
    this.mcpServers.set(key, server);
    this.gain(at.path, at.place, `mcpServers.${key}`);
    if (name.includes('__') || isForbiddenKey(name) || key !== first)
      this.lose(
        at.path,
        at.place,
        `the name ${JSON.stringify(name)} is ${key === first ? 'refused' : 'taken'}; the server is called ${key}`,
      );
    return { key, tools: tools === undefined ? [`${serverPrefix(key)}*`] : tools.map((tool) => `${serverPrefix(key)}${tool}`) };
  }
}

const placed = (path: Path, { file, line, column }: Place) => ({ file, line, column, key: dotted(path) });

type Placed = ReturnType<typeof placed>;

const partOf = ({ file, key }: Placed): string => JSON.stringify([file, key]);

/** The order of the files is that in which they were read. */
function inOrder<T extends Placed>(all: readonly T[]): readonly T[] {
  const files = [...new Set(all.map(({ file }) => file))];
  return all.toSorted((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line || a.column - b.column);
}

interface Serving {
  readonly server: Entry;
  /** The only tools of the server. */
  readonly tools?: readonly string[] | undefined;
  /** The place of the server in the other file, for a name that it cannot keep. */
  readonly at: { readonly path: Path; readonly place: Place };
}

export interface Served {
  readonly key: string;
  readonly tools: readonly string[];
}

/** The name, or the first one with a number behind it that is free. */
export function freeName(name: string, isTaken: (name: string) => boolean, separator = '-'): string {
  let free = name;
  for (let number = 2; isTaken(free); number++) free = `${name}${separator}${number}`;
  return free;
}

/** Converts a text to a valid name: letters, digits, hyphens and underscores. */
export function slug(text: string, otherwise: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/_{2,}/g, '_')
    .replace(/^[^a-z]+|-+$/g, '');
  return name === '' ? otherwise : isForbiddenKey(name) ? `${otherwise}-${name}` : name.slice(0, 48);
}
