import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nearest } from '@loadout/core';
import { folderOf } from '../document/folder-of.js';
import { findPackage, isLocal, packageFiles } from '../packages/find-package.js';
import { fixForMissing } from '../packages/first-party.js';
import { presetFile } from '../packages/preset-file.js';
import { PRESET, PRESET_TOOLS } from './preset-tools.js';

/** The file of an entry. `examined`: the places of its package, of which a nearer one goes first. */
export type Target =
  | { readonly file: string; readonly examined?: readonly string[] }
  | { readonly problem: string; readonly fix: string };

const FILE = /\.(?:ya?ml|json|m?js|ts)$/;

/**
 * Resolves one entry of `extends`: a preset (`preset:readonly`), a file (`./base.yaml`), or a package (its `agent.config.yaml`,
 * or the file named after it).
 */
export function resolveExtends(target: string, fromFile: string): Target {
  if (target.includes('${'))
    return { problem: '${…} is not filled in here', fix: 'Write a plain path, preset:<name> or the name of a package.' };
  if (target.startsWith(PRESET)) return preset(target.slice(PRESET.length));
  const file = resolve(folderOf(fromFile), target);
  if (isLocal(target)) return existing(file, 'Paths start at the folder of this file.');
  const [, name = '', path] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/.exec(target) ?? [];
  const found = findPackage(name, folderOf(fromFile));
  if (found !== undefined) {
    const target = existing(join(found.packageDir, path ?? 'agent.config.yaml'), `The package ${name} has no such file.`);
    return { ...target, examined: packageFiles(name, [folderOf(fromFile)]) };
  }
  if (FILE.test(target) && existsSync(file)) return { problem: 'a path must begin with ./ or ../', fix: `Write ./${target}.` };
  if (FILE.test(target))
    return { problem: `the file ${file} does not exist`, fix: 'Paths start at the folder of this file, with ./ or ../.' };
  return {
    problem: `the package ${name} is not installed`,
    fix: `${fixForMissing(name)}, or write ./ before a file and preset: before a preset.`,
  };
}

function preset(name: string): Target {
  const names = Object.keys(PRESET_TOOLS);
  if (names.includes(name)) return { file: presetFile(name) };
  const near = nearest(name, names);
  const all = `Presets: ${names.map((one) => `${PRESET}${one}`).join(', ')}.`;
  return { problem: 'there is no such preset', fix: near === undefined ? all : `Write ${PRESET}${near}. ${all}` };
}

const existing = (file: string, fix: string): Target =>
  existsSync(file) ? { file } : { problem: `the file ${file} does not exist`, fix };
