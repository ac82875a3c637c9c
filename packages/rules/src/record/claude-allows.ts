import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeHome } from '@loadout/command';
import { isObject } from '@loadout/core';
import { type DecidedCall, partText } from '@loadout/core/run';
import type { TranscriptPlace } from './claude-transcripts.js';

/** An allow rule of a settings file of Claude Code: its tool, and the words that a command begins with. */
interface Allow {
  readonly tool: string;
  readonly start: string;
}

/** Returns whether an allow rule of Claude Code's settings may have let a call pass without a question. In doubt it may. */
export function claudeAllows({ workspace, env }: TranscriptPlace): (call: DecidedCall) => boolean {
  const own = claudeHome(env);
  const files = [
    join(own, 'settings.json'),
    join(own, 'settings.local.json'),
    join(workspace, '.claude/settings.json'),
    join(workspace, '.claude/settings.local.json'),
  ];
  const allows = files.flatMap(allowsIn);
  return (call) => allows.some((allow) => mayAllow(allow, call));
}

function mayAllow({ tool, start }: Allow, { tool: { name }, accesses }: DecidedCall): boolean {
  if (tool.startsWith('mcp__')) return name === tool || name.startsWith(`${tool.replace(/(?:__)?\*$/, '')}__`);
  if (familyOf(tool) !== familyOf(name)) return false;
  if (name !== 'Bash') return true;
  return start === '' || accesses.some((part) => partText(part).startsWith(start));
}

/** A rule for one tool that changes files holds for all of them. */
const familyOf = (tool: string): string => (/^(?:Edit|MultiEdit|Write|NotebookEdit)$/.test(tool) ? 'Edit' : tool);

function allowsIn(file: string): readonly Allow[] {
  const { permissions, sandbox } = settingsOf(file);
  const rules: unknown = isObject(permissions) ? permissions.allow : undefined;
  // A command in the sandbox is not asked about.
  const sandboxed = isObject(sandbox) && sandbox.enabled === true ? [{ tool: 'Bash', start: '' }] : [];
  const listed: readonly unknown[] = Array.isArray(rules) ? rules : [];
  return listed
    .flatMap((rule: unknown): readonly Allow[] => {
      const [, tool, specifier = ''] = (typeof rule === 'string' && /^([^(]+)(?:\((.*)\))?$/s.exec(rule.trim())) || [];
      return tool === undefined ? [] : [{ tool, start: specifier.replace(/:?\*.*$/s, '').trim() }];
    })
    .concat(sandboxed);
}

function settingsOf(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
