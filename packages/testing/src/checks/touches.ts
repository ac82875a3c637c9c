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

export const holds = (declared: readonly string[] | boolean | undefined, name: string): boolean =>
  Array.isArray(declared) ? declared.includes(name) : declared === true;

type Command = Pick<Extract<Access, { readonly kind: 'run' }>, 'text' | 'words'>;

export const programOf = ({ text, words }: Command): string =>
  (words?.[0] ?? text.trim().split(/\s+/, 1)[0] ?? '').replace(/^.*[/\\]/, '');

const hostOf = (url: string): string => endOf(url).host;

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'ws:': '80', 'https:': '443', 'wss:': '443' };

/** Host and port of an address, which may be a URL, a host and a port, or a host alone. */
export function endOf(address: string): { readonly host: string; readonly port: string } {
  try {
    const isUrl = /^[a-z][a-z0-9+.-]*:(?!\d+$)/i.test(address);
    const { hostname, port, protocol } = new URL(isUrl ? address : `tcp://${address}`);
    return { host: hostname || address, port: port || (PORTS[protocol] ?? '') };
  } catch {
    return { host: address, port: '' };
  }
}

function described(access: Access): string {
  if (access.kind === 'read' || access.kind === 'write') return `the ${access.kind} of ${access.path}`;
  if (access.kind === 'run') return `the command ${access.text}`;
  return access.kind === 'fetch' ? `the address ${access.url}` : access.kind;
}
