import type { PluginManifest } from '@loadout/core';
import type { Flat } from '../document/flatten.js';
import type { MapNode } from '../document/node.js';
import type { Report } from '../document/report.js';
import type { ConfigDocument } from '../schema/config-schema.js';
import type { TrustedFileOptions } from '../trust/trusted-files.js';

/** One entry of `plugins` or `providers`, with the known facts about its package. */
export interface Mount {
  readonly name: string;
  /** The package without a version range, or a path. */
  readonly use: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly overrides: Readonly<Record<string, string>>;
  readonly isLocal: boolean;
  readonly isInstalled: boolean;
  readonly manifest?: PluginManifest | undefined;
  /** The options that the plugin's schema marks as secrets. */
  readonly secrets?: readonly string[] | undefined;
}

export interface CheckContext {
  readonly document: ConfigDocument;
  readonly flat: Flat;
  /** The merged document before its values are filled in. */
  readonly written: MapNode;
  readonly report: Report;
  /** Paths of values that could not be computed. The checks report no further problems at these paths. */
  readonly failed: ReadonlySet<string>;
  /** The folder of the main file. */
  readonly configDir: string;
  /** Folders to search for packages, in addition to those of the files. */
  readonly packageRoots: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly reach: TrustedFileOptions;
  /** Servers of other tools' files that were left out. An agent may still name them. */
  readonly absentServers?: ReadonlySet<string> | undefined;
}
