import { nearest } from '@loadout/core';
import { checkCredentials } from '../check/check-credentials.js';
import { checkGrants } from '../check/check-grants.js';
import { checkKeyPackages } from '../check/check-key-packages.js';
import { checkLiteralKeys } from '../check/check-literal-keys.js';
import { checkSandbox } from '../check/check-sandbox.js';
import type { Settings } from '../compile/compile-context.js';
import { type Flat, flatten } from '../document/flatten.js';
import { folderOf } from '../document/folder-of.js';
import { at, isMap, type MapNode, type Place } from '../document/node.js';
import type { Report } from '../document/report.js';
import { stripExtensions } from '../document/strip-extensions.js';
import { errors } from '../errors.js';
import type { IdleSecret } from '../interpolate/idle-secrets.js';
import { withAgentBases } from '../layers/agent-bases.js';
import { withPresetTools } from '../layers/preset-tools.js';
import { ownFolder } from '../packages/own-folder.js';
import type { TrustedFiles } from '../trust/trusted-files.js';
import type { Checked } from './check-document.js';
import { checkDocument } from './check-document.js';
import { checkSettings } from './check-settings.js';
import type { LoadOptions } from './load-options.js';
import type { SettingsSource } from './load-settings.js';
import { fillIn, mergeAll } from './prepare.js';
import type { Documents } from './read-documents.js';
import { takeDocument } from './take-document.js';

export interface LayersContext {
  readonly file: string;
  readonly home: string;
  readonly workspace: string;
  readonly settings: readonly SettingsSource[];
  /** Bounds from Claude Code's files, which apply in addition to the settings. */
  readonly bounds: readonly Settings[];
  readonly isComplete: boolean;
  /** Whether the project is not trusted and the waiting parts were removed. */
  readonly waits: boolean;
  readonly options: LoadOptions;
  /** Whether commands of the project's own secrets may run. */
  readonly runCommands: boolean;
  readonly report: Report;
  /** The files that the project may read. Absent: all. */
  readonly reach?: TrustedFiles | undefined;
  readonly absentServers?: ReadonlySet<string> | undefined;
}

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
export async function checkLayers(documents: Documents, context: LayersContext): Promise<CheckedLayers> {
  const { file, report, home, workspace, isComplete, runCommands } = context;
  const place: Place = { file, line: 1, column: 1, length: 1, layer: 'project' };
  const document = withPresetTools(withAgentBases(stripExtensions(mergeAll({ documents, ...context, place })), report));
  const options = declares(document, context.options.agent) ? context.options : { ...context.options, agent: undefined };
  const literal = checkLiteralKeys(document, report);
  const {
    main,
    settings: filled,
    idle,
  } = await fillIn(document, {
    settings: context.settings,
    options,
    report,
    workspace,
    runCommands,
    reach: { reach: context.reach, given: options.params ?? {} },
  });
  report.hide([...main.secrets, ...idle.map(({ value }) => value)]);
  const flat = flatten(main.node);
  const settings = [...context.bounds, ...filled.map(({ source, failed }) => checkSettings(source, { report, failed }))];
  const packageRoots = options.packageRoots ?? [ownFolder()];
  const check = options.document === undefined ? checkDocument : takeDocument;
  const checked = await check(flat, {
    home,
    isComplete,
    report,
    absentServers: context.absentServers,
    written: document,
    failed: new Set([...main.failed, ...flat.broken]),
    packageRoots,
    configDir: folderOf(file),
    env: options.env,
    cwd: options.cwd,
    reach: { reach: context.reach, given: options.params ?? {} },
  });
  if (options.document === undefined) checkCredentials(main.node, { texts: checked.texts, env: options.env, report });
  checkKeyPackages({ ...checked, flat, settings, report, packageRoots, env: options.env });
  checkSandbox({ ...checked, flat, settings, report });
  checkGrants({ ...checked, flat, settings, report });
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
  const agents = Object.entries(childrenOf(flat.data, 'agents')).filter(
    ([name]) => options.agent === undefined || name === options.agent,
  );
  const known = agents.flatMap(([, agent]) => Object.keys(childrenOf(agent, 'params')));
  for (const name of Object.keys(options.params ?? {}))
    if (!known.includes(name))
      report.error(errors.CONFIG_PARAM_UNKNOWN({ name, nearest: nearest(name, known), known }), { path: ['--param', name] });
}

function childrenOf(value: unknown, key: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return {};
  const found: unknown = (value as Record<string, unknown>)[key];
  return typeof found === 'object' && found !== null ? { ...found } : {};
}
