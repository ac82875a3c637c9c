import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isObject } from '@loadout/core';
import { inHome } from '@loadout/core/run';
import { homeOf, isWithin } from '@loadout/node';
import { errors } from '../../errors.js';
import { readForWriting, SETTINGS_PLACES, settingsFile, sourcesOf, writeSettings } from '../../setup/settings-files.js';
import type { ControlRequest } from '../../types/control.js';
import type { Settings } from '../../types/settings.js';
import type { Controlled } from './controlled.js';
import { answers as reload } from './reload.js';
import { applySettings } from './settings.js';

/** Requests that change more than one call: settings files, and the working folders. */
export const answers = {
  update_settings: (request: ControlRequest, engine: Controlled) => updateOf(request, engine),
  register_repo_root: (request: ControlRequest, engine: Controlled) => registerOf(request, engine),
} as const;

const invalid = (subtype: string, problem: string) => errors.SDK_REQUEST_INVALID({ subtype, problem });

/** Updates a settings file. The answer comes after the change both applies in this session and is written. */
async function updateOf({ source, settings }: ControlRequest, engine: Controlled): Promise<object> {
  const subtype = 'update_settings';
  const place = Object.hasOwn(SETTINGS_PLACES, String(source)) ? SETTINGS_PLACES[String(source)] : undefined;
  if (place === undefined)
    throw invalid(subtype, `source is ${JSON.stringify(source)}; expected one of ${Object.keys(SETTINGS_PLACES).join(', ')}`);
  if (!isObject(settings)) throw invalid(subtype, 'settings is not an object');
  if (!sourcesOf(engine.options).includes(place))
    throw invalid(subtype, `this query does not read the ${place} settings: settingSources leaves them out`);
  const file = settingsFile(place, engine.options);
  const before = readForWriting(file);
  if (before === undefined) throw invalid(subtype, `${file} cannot be read as JSON without comments, and is left as it is`);
  // An unknown mode or an invalid rule is refused before the file is written.
  await applySettings(settings, { engine, take: 'beside' });
  writeSettings(file, merged(before, settings));
  return {};
}

/** Merges settings: maps merge, every other value is replaced, and `null` removes a key. */
function merged(before: Settings, change: Settings): Settings {
  const all: Record<string, unknown> = { ...before };
  for (const [key, value] of Object.entries(change)) {
    const own = all[key];
    if (value === null) delete all[key];
    else if (value !== undefined) all[key] = isObject(value) ? merged(isObject(own) ? own : {}, value) : value;
  }
  return all;
}

/**
 * Adds a working folder. Only a folder below those that the query was started with is allowed; for any other folder, the program
 * starts a new query.
 */
async function registerOf(request: ControlRequest, engine: Controlled): Promise<object> {
  const subtype = 'register_repo_root';
  if (request.reload_claude_md === true)
    throw invalid(subtype, 'CLAUDE.md is read when a query starts; leave reload_claude_md out');
  const conversation = await engine.conversation();
  const { roots } = conversation.permissionsNow();
  const folder = realFolder(request.directory, conversation.inspect().cwd);
  if (folder === undefined) throw invalid(subtype, `${JSON.stringify(request.directory)} is not a folder`);
  if (roots.includes(folder)) throw invalid(subtype, `${folder} is worked in already`);
  if (!launchRoots(engine).some((root) => isWithin(folder, root)))
    throw invalid(subtype, `${folder} is not below a folder that the query was started with`);
  conversation.updatePermissions([{ type: 'addDirectories', directories: [folder], destination: 'session' }]);
  if (request.reload_skills === true || request.reload_plugins === true) await reload.reload_skills(request, engine);
  return {};
}

const launchRoots = ({
  options: { cwd = process.cwd(), env = process.env, additionalDirectories = [] },
}: Controlled): readonly string[] =>
  [cwd, ...additionalDirectories.map((dir) => resolve(cwd, inHome(dir, homeOf(env))))].flatMap(
    (dir) => realFolder(dir, cwd) ?? [],
  );

function realFolder(path: unknown, cwd: string): string | undefined {
  if (typeof path !== 'string' || path === '') return undefined;
  const full = resolve(cwd, path);
  return statSync(full, { throwIfNoEntry: false })?.isDirectory() === true ? realpathSync.native(full) : undefined;
}
