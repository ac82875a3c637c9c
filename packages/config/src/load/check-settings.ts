import { checkRules } from '../check/check-rules.js';
import type { Settings } from '../compile/compile-context.js';
import { flatten } from '../document/flatten.js';
import type { Report } from '../report.js';
import type { SettingsDocument } from '../schema/config-schema.js';
import type { SettingsSource } from './load-settings.js';
import { misfitOf } from './misfit.js';

/** Checks one settings file by itself. Its rules apply to every project, so its tools need not be mounted here. */
export async function checkSettings(
  source: SettingsSource,
  context: { report: Report; failed: ReadonlySet<string> },
): Promise<Settings> {
  const flat = flatten(source.node);
  const misfit = await misfitOf(flat, { document: 'settings', title: `${source.layer} settings`, ...context });
  const document = (misfit?.pruned ?? flat.data) as SettingsDocument;
  checkRules(document.permissions, ['permissions'], { flat, ...context });
  return { layer: source.layer, document, flat };
}
