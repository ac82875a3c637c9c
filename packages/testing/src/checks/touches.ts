import type { Access, PluginManifest } from '@loadout/core';
import type { Problem } from './check.js';

export type Touches = NonNullable<PluginManifest['touches']>;

/** The first access that `touches` of the manifest does not declare, with the line that would declare it. */
export function undeclared(accesses: readonly Access[], touches: Touches): Problem {
  for (const access of accesses) {
    const missing = missingIn(touches, access);
    if (missing !== undefined)
      return `access names ${described(access)}, and touches in package.json does not declare it; add ${missing}`;
  }
  return undefined;
}

function missingIn({ fs, net, exec }: Touches, access: Access): string | undefined {
  if (access.kind === 'read') return fs === undefined ? '"fs": "read"' : undefined;
  if (access.kind === 'write') return fs === 'write' ? undefined : '"fs": "write"';
  if (access.kind === 'run') return holds(exec, programOf(access)) ? undefined : `"exec": ${JSON.stringify([programOf(access)])}`;
  if (access.kind === 'fetch')
    return holds(net, hostOf(access.url)) ? undefined : `"net": ${JSON.stringify([hostOf(access.url)])}`;
  return undefined;
}

const holds = (declared: readonly string[] | boolean | undefined, name: string): boolean =>
  Array.isArray(declared) ? declared.includes(name) : declared === true;

const programOf = ({ text, words }: Extract<Access, { readonly kind: 'run' }>): string =>
  (words?.[0] ?? text.trim().split(/\s+/, 1)[0] ?? '').replace(/^.*[/\\]/, '');

function hostOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return url;
  }
}

function described(access: Access): string {
  if (access.kind === 'read' || access.kind === 'write') return `the ${access.kind} of ${access.path}`;
  if (access.kind === 'run') return `the command ${access.text}`;
  return access.kind === 'fetch' ? `the address ${access.url}` : access.kind;
}
