import type { Settings } from '../compile/compile-context.js';
import type { MapNode, Node, Path, Place } from '../document/node.js';
import type { Diagnostic, Report } from '../document/report.js';
import { errors } from '../errors.js';
import { loadOwn } from '../packages/own-packages.js';
import type { ForeignPlugin } from '../trust/foreign-plugin.js';
import type { ClaudeOptions, LoadedClaude } from './claude-options.js';

/** The package that reads files of other programs hands over documents. Trust in them is decided here. */
export interface ForeignFiles {
  /** Reads the files that `compat` asks for, as layers below the document. `below`: the documents that the file extends. */
  readCompat(
    document: MapNode,
    input: { readonly file: string; readonly report: Report; readonly below: readonly MapNode[] },
  ): Promise<readonly MapNode[]>;
  /** Reads the skills that a document names under `skills`. */
  readSkills(document: MapNode, input: SkillsInput): Promise<ReadSkills>;
  /** Reads a plugin of Claude Code that a configuration mounts. Reports why it cannot be read. */
  readMount(mount: MapNode, input: MountInput): Promise<ForeignPlugin | undefined>;
  /**
   * Returns the layers without the parts that have these problems, as far as the parts are in files of other tools and guard nothing.
   * Each problem belongs to the last spot at or before its position (GAP-A2).
   */
  leaveOut(
    layers: readonly MapNode[],
    problems: readonly Diagnostic[],
  ): { readonly left: readonly LeftOut[]; without(layer: MapNode): MapNode };
  /** Reports a part that was left out. The rest of its file is used. */
  sayLeftOut(part: LeftOut, context: { readonly report: Report; readonly folder: string }): void;
  /** Reads the files of Claude Code that a program requests. */
  readClaude(claude: ClaudeOptions, input: ClaudeInput): Promise<ClaudeRead>;
}

/** A part of another tool's file that is left out, and the problem with it. */
export interface LeftOut {
  readonly path: Path;
  readonly place: Place;
  readonly problem: Diagnostic;
}

export interface SkillsInput {
  /** The file with the key `skills`. */
  readonly file: string;
  readonly report: Report;
  /** The documents that the file extends. */
  readonly below: readonly MapNode[];
  readonly home: string;
}

export interface ReadSkills {
  /** The layers below the document, lowest precedence first. */
  readonly layers: readonly MapNode[];
  /** The document, with skills in place of their locations. */
  readonly document: MapNode;
}

export interface MountInput {
  readonly mount: string;
  /** The key of the mount. */
  readonly place: Place;
  readonly report: Report;
  readonly marketplaces: MapNode;
  /** All documents of the configuration. */
  readonly known: readonly MapNode[];
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ClaudeInput {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly report: Report;
  /** The documents above the files' layers. */
  readonly known: readonly MapNode[];
  /** Whether the result depends on the user's trust in the folder. */
  readonly needsTrust: boolean;
}

export interface ClaudeRead {
  /** The layers in Loadout's terms, lowest precedence first. */
  readonly layers: readonly MapNode[];
  /** The layers that remain while the project waits for trust, before the waiting parts are removed. */
  readonly waiting: readonly MapNode[];
  /** The switch of the project that turns hooks off, or on, against the user's settings. */
  readonly hooksSwitch: Node | undefined;
  readonly bounds: readonly Settings[];
  /** Adds Claude Code's defaults to the merged layers. `waits`: the project waits for trust. */
  withDefaults(merged: MapNode, context: { readonly waits: boolean }): MapNode;
  /** Whether the user marked this folder as trusted in Claude Code. */
  readonly accepted: boolean;
  readonly told: LoadedClaude;
}

const USE = '@loadout/claude-files';

/** The package, if it is installed beside this one. Without it, no part of a configuration comes from a file of another tool. */
export const installedForeignFiles = () => loadOwn<ForeignFiles>(USE);

interface Asking {
  /** The key or the option that asks. */
  readonly what: string;
  readonly path: Path;
  readonly place: Place;
  readonly report: Report;
}

/** Loads the package. Reports an error if there is none, since a deny rule must not vanish with a package. */
export async function foreignFiles({ what, path, place, report }: Asking): Promise<ForeignFiles | undefined> {
  const files = await installedForeignFiles();
  if (files === undefined) report.error(errors.CONFIG_PLUGIN_MISSING({ what, use: USE }), { path, place });
  return files;
}
