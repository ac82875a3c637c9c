import { checkRules } from '../check/check-rules.js';
import type { Settings } from '../compile/compile-context.js';
import { flatten } from '../document/flatten.js';
import type { Report } from '../document/report.js';
import { documents, type SettingsDocument } from '../schema/config-schema.js';
import { prune } from '../validate/prune.js';
import { validate } from '../validate/validate.js';
import type { SettingsSource } from './load-settings.js';

/** Checks one settings file by itself. Its rules apply to every project, so its tools need not be mounted here. */
export function checkSettings(source: SettingsSource, context: { report: Report; failed: ReadonlySet<string> }): Settings {
  const flat = flatten(source.node);
  const wrong = validate(flat, { schema: documents.settings, title: `${source.layer} settings`, ...context });
  const document = prune(flat.data, wrong ?? []) as SettingsDocument;
  checkRules(document.permissions, ['permissions'], { flat, ...context });
  return { layer: source.layer, document, flat };
}
