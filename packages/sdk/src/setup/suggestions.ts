import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PermissionQuestion, PermissionUpdate } from '@loadout/core';
import { commandRules } from './command-rules.js';

type Rule = { readonly toolName: string; readonly ruleContent?: string | undefined };

/**
 * The suggestions of a question in the form that hosts of Claude Code know: editors make their buttons of them. A call that writes
 * files suggests the mode alone, a call that reads elsewhere the folder, and a command a rule as it was written (W11, W26).
 */
export function suggestionsOf({ toolName, suggestions, blockedPath, written }: PermissionQuestion): PermissionUpdate[] {
  const rules = suggestions.flatMap((one): readonly Rule[] => (one.type === 'addRules' ? one.rules : []));
  if (rules.length === 0) return [...suggestions];
  const mode = suggestions.filter(({ type }) => type === 'setMode');
  const command = commandOf(written);
  if (command !== undefined && rules.some((rule) => rule.toolName === toolName && rule.ruleContent !== undefined)) {
    const own = allow(commandRules(rules, command), 'localSettings');
    return mode.length === 0 ? own : [...own, ...inFolder(blockedPath), ...mode];
  }
  const isAbout = (family: string) => command === undefined && rules.every((rule) => rule.toolName === family);
  if (isAbout('Edit')) return mode.length > 0 ? mode : outside(blockedPath, suggestions);
  if (isAbout('Read') && blockedPath !== undefined) return readsBelow(blockedPath);
  return [...suggestions];
}

function commandOf(written: unknown): string | undefined {
  const command = typeof written === 'object' && written !== null && 'command' in written ? written.command : undefined;
  return typeof command === 'string' ? command : undefined;
}

const allow = (rules: readonly Rule[], destination: 'session' | 'localSettings'): PermissionUpdate[] => [
  { type: 'addRules', rules: [...rules], behavior: 'allow', destination },
];

/** A write outside needs the mode and the folder. Without the folder on disk, only a rule can name it. */
function outside(path: string | undefined, otherwise: readonly PermissionUpdate[]): PermissionUpdate[] {
  const folder = inFolder(path);
  return folder.length === 0 ? [...otherwise] : [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }, ...folder];
}

function inFolder(path: string | undefined): PermissionUpdate[] {
  if (path === undefined || !isFolder(dirname(path))) return [];
  return [{ type: 'addDirectories', directories: [dirname(path)], destination: 'session' }];
}

function readsBelow(path: string): PermissionUpdate[] {
  const folder = isFolder(path) ? path : dirname(path);
  // A rule cannot be for the whole machine by one click.
  const ruleContent = folder === '/' ? `/${path}` : `/${folder.replace(/[\\*?[{!#]/g, '\\$&')}/**`;
  return allow([{ toolName: 'Read', ruleContent }], 'session');
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
