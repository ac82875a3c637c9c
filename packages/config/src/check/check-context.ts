import type { LoadoutError } from '@loadout/core';
import type { RuleLists } from '../compile/compile-permissions.js';
import { type Flat, placeOf } from '../document/flatten.js';
import { dotted, type MapNode, type Path } from '../document/node.js';
import type { Report } from '../document/report.js';
import { findInstalled } from '../packages/find-package.js';
import type { ConfigDocument } from '../schema/config-schema.js';
import type { TrustedFileOptions } from '../trust/trusted-files.js';
import type { OfferedTools } from './offered-tools.js';

/** The parts of a check with which it reports what it finds. */
export interface Finding {
  readonly flat: Flat;
  readonly report: Report;
  /** Paths of values that could not be computed. The checks report no further problems at these paths. */
  readonly failed?: ReadonlySet<string> | undefined;
}

interface How {
  /** The part of the entry that is shown. Default: its value. */
  readonly at?: 'key' | undefined;
  /** `ifForeign`: a warning if the value is in a file of another tool, else an error. Absent: an error. */
  readonly isWarning?: true | 'ifForeign' | undefined;
}

/** Reports a problem with the value at a path of a document. */
export function tell(problem: LoadoutError, path: Path, { flat, report, failed, at, isWarning }: Finding & How): void {
  if (failed?.has(dotted(path))) return;
  const place = placeOf(flat, path, at);
  if (isWarning === true || (isWarning === 'ifForeign' && place?.foreign === true)) report.warn(problem, { path, place });
  else report.error(problem, { path, place });
}

export const warn = (problem: LoadoutError, path: Path, finding: Finding): void =>
  tell(problem, path, { ...finding, isWarning: true });

export interface RuleContext extends Finding {
  /** Absent for settings, which apply to every project whatever it mounts. */
  readonly offered?: OfferedTools | undefined;
}

/** Returns the permissions of the document and of each agent, with their paths. */
export const permissionsIn = ({ permissions, agents = {} }: ConfigDocument) => [
  { path: ['permissions'] as Path, lists: permissions as RuleLists | undefined },
  ...Object.entries(agents).map(([name, agent]) => ({ path: ['agents', name, 'permissions'] as Path, lists: agent.permissions })),
];

export interface CheckContext extends Finding {
  readonly document: ConfigDocument;
  /** The merged document before its values are filled in. */
  readonly written: MapNode;
  readonly failed: ReadonlySet<string>;
  /** The folder of the main file. */
  readonly configDir: string;
  /** Folders to search for packages, in addition to those of the files. */
  readonly packageRoots: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly trustedFiles: TrustedFileOptions;
  /** Servers of other tools' files that were left out. An agent may still name them. */
  readonly absentServers?: ReadonlySet<string> | undefined;
}

/** Finds a package as a run does: from the folder of the configuration, the folder that names it, and the folders of Loadout. */
export const packageFor = (use: string, { configDir, packageRoots }: CheckContext, besides: readonly string[] = []) =>
  findInstalled(use, { project: [configDir, ...besides], own: packageRoots });

/** Returns `defaults` and each agent, with their paths. */
export const ownersOf = ({ defaults = {}, agents = {} }: ConfigDocument) => [
  { path: ['defaults'] as Path, owner: defaults },
  ...Object.entries(agents).map(([name, owner]) => ({ path: ['agents', name] as Path, owner })),
];
