import { nearest } from '@loadout/core';
import { permissionsIn, tell } from '../check/check-context.js';
import { checkCredentials, checkLiteralKeys } from '../check/check-credentials.js';
import { checkKeyPackages } from '../check/check-key-packages.js';
import { checkRules } from '../check/check-rules.js';
import { checkSandbox } from '../check/check-sandbox.js';
import { checkGrants } from '../check/warn-of-rules.js';
import type { Settings } from '../compile/compile-context.js';
import { ruleEntries } from '../compile/compile-permissions.js';
import { readRule, textOf } from '../compile/rule.js';
import { type Flat, flatten } from '../document/flatten.js';
import { folderOf } from '../document/folder-of.js';
import { at, isMap, type MapNode, mapAt } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import type { IdleSecret } from '../interpolate/idle-secrets.js';
import { withAgentBases } from '../layers/agent-bases.js';
import { withPresetTools } from '../layers/preset-tools.js';
import { ownFolder } from '../packages/own-folder.js';
import { type ConfigDocument, documents, type SettingsDocument } from '../schema/config-schema.js';
import { stripExtensions } from '../schema/strip-extensions.js';
import { prune } from '../validate/prune.js';
import { validate } from '../validate/validate.js';
import { type Checked, checkDocument } from './check-document.js';
import type { LoadOptions } from './load-options.js';
import type { SettingsSource } from './load-settings.js';
import { fillIn, type LoadContext, mergeAll } from './prepare.js';
import type { Documents } from './read-documents.js';

export interface CheckedLayers extends Checked {
  /** The filled-in document. */
  readonly main: MapNode;
  readonly flat: Flat;
  readonly settings: readonly Settings[];
  readonly secrets: readonly string[];
  /** Declared secrets that nothing refers to. */
  readonly idle: readonly IdleSecret[];
}

/** Merges the layers into one document, fills in its values and checks it. The report contains the problems. */
export async function checkLayers(documents: Documents, given: LoadContext): Promise<CheckedLayers> {
  const { report } = given;
  const document = withPresetTools(withAgentBases(stripExtensions(mergeAll(documents, given)), report));
  const options = declares(document, given.options.agent) ? given.options : { ...given.options, agent: undefined };
  const { env, cwd, params = {}, packageRoots = [ownFolder()] } = options;
  const literal = checkLiteralKeys(document, report);
  const { main, settings: filled, idle } = await fillIn(document, { ...given, options });
  report.hide([...main.secrets, ...idle.map(({ value }) => value)]);
  const flat = flatten(main.node);
  const settings = [...given.bounds];
  for (const { source, failed } of filled) settings.push(await checkSettings(source, { report, failed }));
  const check = options.document === undefined ? checkDocument : takeDocument;
  const checked = await check(flat, {
    ...given,
    written: document,
    failed: new Set([...main.failed, ...flat.broken]),
    packageRoots,
    configDir: folderOf(given.file),
    env,
    cwd,
    trustedFiles: { trusted: given.trustedFiles, given: params },
  });
  if (options.document === undefined) checkCredentials(main.node, { texts: checked.texts, env, report, cwd, home: given.home });
  const whole = { ...checked, flat, settings, report };
  checkKeyPackages({ ...whole, packageRoots, env });
  checkSandbox(whole);
  checkGrants(whole);
  checkGivenParams(flat, { options, report });
  const secrets = [...new Set([...main.secrets, ...literal, ...(checked.secretOptions ?? [])])];
  return { ...checked, main: main.node, flat, settings, secrets, idle };
}

/** Whether the document declares the agent. The name may also be the first word of a prompt. */
function declares(document: MapNode, agent: string | undefined): boolean {
  const agents = at(document, ['agents']);
  return agent !== undefined && isMap(agents) && agents.entries.has(agent);
}

function checkGivenParams(flat: Flat, { options, report }: { options: LoadOptions; report: Report }): void {
  const agents = Object.keys(mapAt(flat.data, ['agents'])).filter((name) => (options.agent ?? name) === name);
  const known = agents.flatMap((name) => Object.keys(mapAt(flat.data, ['agents', name, 'params'])));
  for (const name of Object.keys(options.params ?? {}))
    if (!known.includes(name))
      report.error(errors.CONFIG_PARAM_UNKNOWN({ name, nearest: nearest(name, known), known }), { path: ['--param', name] });
}

/** Checks one settings file by itself. Its rules apply to every project, so its tools need not be mounted here. */
async function checkSettings(
  source: SettingsSource,
  context: { report: Report; failed: ReadonlySet<string> },
): Promise<Settings> {
  const flat = flatten(source.node);
  const wrong = validate(flat, { schema: documents.settings, title: `${source.layer} settings`, ...context });
  const document = prune(flat.data, wrong ?? []) as SettingsDocument;
  await checkRules(document.permissions, ['permissions'], { flat, ...context });
  return { layer: source.layer, document, flat };
}

/**
 * Returns a document that a program made, without validating it. The schema would take longer to load than everything else, and
 * the documents below were checked as they were read. Rules are checked, because a rule that cannot be parsed is left out of the
 * plan and must be reported.
 */
async function takeDocument(flat: Flat, { report }: { readonly report: Report }): Promise<Checked> {
  const document = flat.data as unknown as ConfigDocument;
  for (const { entry, behavior, path } of permissionsIn(document).flatMap((one) => ruleEntries(one.lists, one.path))) {
    const text = textOf(entry);
    const { problem } = readRule(text, behavior, flat);
    if (problem !== undefined) tell(errors.CONFIG_RULE_INVALID({ text, ...problem }), path, { flat, report });
  }
  return { document, texts: new Map(), toolNames: (name) => name };
}
