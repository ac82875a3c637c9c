import { existsSync } from 'node:fs';
import { checkRules } from '../check/check-rules.js';
import type { Settings } from '../compile/compile-context.js';
import { flatten } from '../document/flatten.js';
import type { MapNode, Place } from '../document/node.js';
import { stripExtensions } from '../layers/strip-extensions.js';
import { readDocument } from '../read/read-document.js';
import type { Report } from '../report.js';
import type { SettingsDocument } from '../schema/config-schema.js';
import { prune } from '../validate/prune.js';
import { validate } from '../validate/validate.js';
import type { LoadOptions } from './load-options.js';
import { settingsFile } from './settings-file.js';

export type SettingsLayer = 'user' | 'managed';

export interface SettingsSource {
  readonly layer: SettingsLayer;
  readonly file: string;
  readonly node: MapNode;
}

/** The settings files that exist, the highest authority first. */
export async function readSettings(options: LoadOptions, context: { report: Report }): Promise<readonly SettingsSource[]> {
  const sources: SettingsSource[] = [];
  for (const layer of ['managed', 'user'] as const) {
    const file = settingsFile(layer, options);
    if (!existsSync(file)) continue;
    const place: Place = { file, line: 1, column: 1, length: 1, layer };
    const node = await readDocument(file, { report: context.report, place });
    if (node !== undefined) sources.push({ layer, file, node: stripExtensions(node) });
  }
  return sources;
}

/** Checks one settings file by itself. Its rules hold for every project, so its tools need not be mounted here. */
export async function checkSettings(
  source: SettingsSource,
  context: { report: Report; failed: ReadonlySet<string> },
): Promise<Settings> {
  const { settingsDocument } = await import('../schema/config-schema.js');
  const flat = flatten(source.node);
  const wrong = validate(flat, { schema: settingsDocument, title: `${source.layer} settings`, ...context });
  const document = prune(flat.data, wrong) as SettingsDocument;
  checkRules(document.permissions, ['permissions'], { flat, ...context });
  return { layer: source.layer, document, flat };
}
