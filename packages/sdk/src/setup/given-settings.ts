import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { jsonValue } from '@loadout/config';
import { messageOf } from '@loadout/core';
import { errors } from '../errors.js';
import type { Options } from '../types/options.js';

/** The settings as an object, including the sandbox of the options. Throws SDK_OPTIONS_INVALID for a file that cannot be read. */
export function givenSettings({ settings, sandbox, cwd }: Options): Readonly<Record<string, unknown>> | undefined {
  const given = typeof settings === 'string' ? parsed(settings, cwd ?? process.cwd()) : settings;
  if (sandbox === undefined) return given;
  return { ...given, sandbox: { failIfUnavailable: true, ...sandbox } };
}

function parsed(text: string, cwd: string): Readonly<Record<string, unknown>> {
  const isInline = text.trimStart().startsWith('{');
  try {
    const value = jsonValue(isInline ? text : readFileSync(resolve(cwd, text), 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    throw new Error('it is not an object');
  } catch (cause) {
    const what = isInline ? 'settings are not a JSON object' : `the settings file ${text} cannot be used`;
    throw errors.SDK_OPTIONS_INVALID({ problem: `${what}: ${messageOf(cause)}` }, { cause });
  }
}

/** Settings that cannot be read are reported when the query is planned. */
export function givenOrNone(options: Options): Readonly<Record<string, unknown>> | undefined {
  try {
    return givenSettings(options);
  } catch {
    return undefined;
  }
}
