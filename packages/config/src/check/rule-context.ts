import type { Flat } from '../document/flatten.js';
import type { Report } from '../document/report.js';
import type { PermissionsDocument } from '../schema/config-schema.js';
import type { OfferedTools } from './offered-tools.js';

export interface RuleContext {
  readonly flat: Flat;
  readonly report: Report;
  readonly failed: ReadonlySet<string>;
  /** Absent for settings, which apply to every project whatever it mounts. */
  readonly offered?: OfferedTools | undefined;
}

export type Lists = Partial<Pick<PermissionsDocument, 'deny' | 'ask' | 'allow'>>;
