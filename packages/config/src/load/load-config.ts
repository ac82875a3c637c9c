import { resolve } from 'node:path';
import type { Position } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import { homeOf } from '@loadout/node';
import { compile } from '../compile/compile.js';
import { type Flat, masked } from '../document/flatten.js';
import { folderOf } from '../document/folder-of.js';
import { at, dotted, type MapNode, positionIn, startOf } from '../document/node.js';
import { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { INSTRUCTION_FILES } from '../foreign/claude-options.js';
import { lockMounts } from '../packages/lock-mounts.js';
import { contentState } from '../read/path-state.js';
import { kindsOf } from '../schema/compat-kinds.js';
import { projectRoot } from '../trust/project-root.js';
import { chosenKeys, type TrustVerdict } from '../trust/verdict.js';
import { waitingParts } from '../trust/waiting-parts.js';
import type { PathStates } from '../trust/watched-paths.js';
import { type CheckedLayers, checkLayers } from './check-layers.js';
import { checkTolerant } from './check-tolerant.js';
import { locate } from './find-config.js';
import { invalid } from './invalid.js';
import type { LoadedConfig, LoadOptions } from './load-options.js';
import { readSettings } from './load-settings.js';
import type { LoadContext } from './prepare.js';
import { type JudgedDocuments, readJudged } from './read-judged.js';

/**
 * Reads, merges, fills in and checks a configuration, and compiles it into a plan. Contract: throws CONFIG_NOT_FOUND, or
 * CONFIG_INVALID with all `problems` of all files at once, or TRUST_*. Of the project's code, runs only a configuration that is
 * itself a module, and the commands of declared secrets that are used; with `trust`, these run only once they are trusted.
 */
export const loadConfig = async (options: LoadOptions): Promise<LoadedConfig> => loadFrom(locate(options), options);

/** Loads the configuration that the options select, from its file. */
export async function loadFrom(file: string, options: LoadOptions): Promise<LoadedConfig> {
  const report = new Report();
  const settings = await readSettings(options, { report });
  const home = homeOf(options.env);
  const judged = await readJudged(file, { report, options, home });
  const { whole: documents, gated, isComplete, verdict, claudeVerdict, claude, trustedFiles } = judged;
  // The documents below a given document were checked as they were read, and no later step depends on their shape.
  if (documents.own.length === 0 || (options.document !== undefined && report.failed)) throw invalid(report, file);
  const trust = verdict ?? claudeVerdict;
  const workspace = workspaceOf(options, file);
  const context = {
    file,
    home,
    workspace,
    settings,
    bounds: claude?.bounds ?? [],
    withClaudeDefaults: claude?.withDefaults,
    isComplete,
    options,
    report,
    runCommands: verdict?.trusted ?? true,
    waits: false,
  };
  const {
    checked: whole,
    without,
    absentServers,
  } = await checkTolerant(documents, { ...context, trustedFiles: trustedFiles?.whole });
  if (report.failed) throw invalid(report, file);
  if (claudeVerdict?.trusted === false) sayWaiting(claudeVerdict, report);
  const waiting = { ...context, absentServers, waits: claudeVerdict?.trusted === false, trustedFiles: trustedFiles?.gated };
  const isTrusted = isProjectTrusted(judged) && (judged.isPersonalTrusted ?? true);
  const checked = isTrusted ? whole : await withoutGated(without(gated), { whole, context: waiting });
  const { plan, whenTrusted } = plans(checked, { ...context, judged, whole: isTrusted ? undefined : whole });
  return {
    plan,
    warnings: report.warnings,
    files: [...report.files, ...checked.texts.keys()],
    ...(trust === undefined ? {} : { trust }),
    watched: { ...judged.watched, ...statesOf(checked.texts), ...report.states },
    variables: report.variables,
    dependsOnMore: report.dependsOnMore,
    idleSecrets: checked.idle.filter(({ value }) => !checked.secrets.includes(value)),
    ...(claude === undefined ? {} : { claude: claude.told }),
    mounts: lockMounts(whenTrusted ?? plan),
    resolved: masked(checked.main, report.hiddenValues),
    origins: originsOf(checked.flat),
  };
}

/** The states of the instruction files with these texts. */
const statesOf = (texts: ReadonlyMap<string, string>): PathStates =>
  Object.fromEntries([...texts].map(([file, text]) => [file, contentState(file, Buffer.from(text))]));

interface Compiling extends Pick<LoadContext, 'file' | 'home' | 'workspace' | 'options'> {
  readonly judged: JudgedDocuments;
  /** Absent if all parts act, so that there is nothing more to compile. */
  readonly whole: CheckedLayers | undefined;
}

/** Compiles the parts that act now, and the plan that would act if the rest were trusted too. */
function plans(checked: CheckedLayers, { file, home, workspace, options, judged, whole }: Compiling) {
  const { env, cwd, document, profile, claude } = options;
  const surroundings = { configFile: file, workspace, home, cwd, defaultModel: env.LOADOUT_MODEL || undefined };
  const secrets = [...new Set([...checked.secrets, ...checked.idle.map(({ value }) => value)])];
  const withheld = whole === undefined ? {} : { withheldProviders: withheldProviders(judged, profile) };
  const { configFile, ...now } = compile({ ...checked, ...surroundings, secrets, ...withheld });
  const whenTrusted = whole && compile({ ...whole, ...surroundings });
  const plan: Plan = {
    ...(document === undefined ? { configFile, ...now } : now),
    ...(isProjectTrusted(judged) ? {} : { waits: true }),
    ...(whenTrusted === undefined ? {} : { waiting: waitingParts(whenTrusted, now) }),
    ...laterInstructions(checked.main, { file, claude }),
  };
  return { plan, whenTrusted };
}

/** Whether only the person's own file waits, if anything does. */
const isProjectTrusted = ({ verdict, claudeVerdict }: JudgedDocuments): boolean =>
  (verdict?.trusted ?? true) && (claudeVerdict?.trusted ?? true);

/**
 * Checks the layers without the gated parts. The whole was checked already, so any further problem comes from the removed parts
 * and is not reported.
 */
async function withoutGated(
  gated: Parameters<typeof checkLayers>[0],
  { whole, context }: { readonly whole: CheckedLayers; readonly context: LoadContext },
): Promise<CheckedLayers> {
  const report = new Report();
  const rest = await checkLayers(gated, { ...context, report });
  // A value that a removed part had covered names variables of its own.
  context.report.adoptSources(report);
  const secrets = [...new Set([...whole.secrets, ...rest.secrets])];
  return { ...rest, toolNames: whole.toolNames, secrets, idle: whole.idle };
}

/** The providers that wait for trust. No other provider of the same name takes their place. */
const withheldProviders = ({ verdict, claudeVerdict }: JudgedDocuments, profile: string | undefined): ReadonlySet<string> =>
  new Set(
    [verdict, claudeVerdict]
      .flatMap((one) => one?.parts ?? [])
      .map(({ keys }) => chosenKeys(keys, profile))
      .flatMap(([section, name]) => (section === 'providers' ? [String(name)] : [])),
  );

/** Reports one line for each waiting part of each file, so that the folder's owner can find it. */
function sayWaiting({ parts, hash, config }: TrustVerdict, report: Report): void {
  for (const { keys, position } of parts) {
    const what = keys[0] === 'plugins' ? 'env' : dotted(keys.slice(0, 2));
    const file = position?.file ?? config;
    report.warn(errors.TRUST_WAITS({ file, what, hash }), { path: [], place: startOf(file) });
  }
}

/**
 * The workspace: the project's folder if the file was found by searching upwards, and the current folder if the caller named the
 * file.
 */
function workspaceOf(options: LoadOptions, file: string): string {
  const named = options.file !== undefined || Boolean(options.env.LOADOUT_CONFIG);
  return named ? resolve(options.cwd) : folderOf(file);
}

function originsOf(flat: Flat): Readonly<Record<string, Position>> {
  const origins: Record<string, Position> = {};
  for (const [path, { value }] of flat.places) {
    const position = positionIn(value);
    if (path !== '' && position !== undefined) origins[path] = position;
  }
  return origins;
}

/** Returns which instruction files are told once a call works on what they are for, if something asks for instruction files. */
function laterInstructions(
  main: MapNode,
  { file, claude }: Pick<LoadOptions, 'claude'> & { readonly file: string },
): Pick<Plan, 'laterInstructions'> {
  const isAsked = kindsOf(at(main, ['compat'])).includes('instructions');
  const asked = isAsked ? INSTRUCTION_FILES.compat : (['project', 'local'] as const).flatMap((source) => namesOf(source, claude));
  if (asked.length === 0) return {};
  return { laterInstructions: { root: projectRoot(file), names: asked } };
}

const namesOf = (source: 'project' | 'local', claude: LoadOptions['claude']): readonly string[] =>
  claude?.sources.includes(source) === true ? INSTRUCTION_FILES[source] : [];
