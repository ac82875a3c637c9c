import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '@loadout/core';
import { replaceWhole } from '@loadout/node';
import { fingerprint, type McpFingerprints } from './fingerprint.js';
import type { QuarantinedTool } from './server-tools.js';

type Fingerprints = Readonly<Record<string, string>>;

/** The entry of a tool as far as a fingerprint proves it, and claims that only make a call stricter or its result shorter. */
interface KeptEntry {
  readonly name: string;
  readonly description?: unknown;
  readonly inputSchema: unknown;
  readonly _meta?: unknown;
}

/**
 * A copy of the tools that one server listed when they were approved. With it, the first request has the tools before the server
 * is started. Each entry is proved by its fingerprint in `loadout.lock`; a copy that lacks a tool, or that somebody changed, is
 * not used. Claims such as `readOnlyHint` have no fingerprint, so they are not kept. Source: G1.
 */
export class KeptListing {
  readonly #file: string;
  readonly #approved: Fingerprints;

  constructor(stateDir: string, approved: Fingerprints) {
    const content = JSON.stringify(Object.entries(approved).sort());
    const name = createHash('sha256').update(content).digest('hex').slice(0, 32);
    this.#file = join(stateDir, 'listings', `${name}.json`);
    this.#approved = approved;
  }

  /** Returns the entries, in the order of the server, or `undefined` if they do not prove every approved tool. */
  read(): readonly unknown[] | undefined {
    const entries = this.#stored('tools')
      .filter(isEntry)
      .map(provedPart)
      .filter((entry) => this.#proves(entry));
    const names = new Set(entries.map(({ name }) => name));
    return Object.keys(this.#approved).every((name) => names.has(name)) ? entries : undefined;
  }

  /** Returns the tools that were left out when the copy was made. They are only shown, so nothing proves them (GAP-B5). */
  leftOut(): readonly QuarantinedTool[] {
    return this.#stored('leftOut').filter(isLeftOut);
  }

  /** Stores the approved tools among these entries, if they are all there. A folder that cannot be written is no error. */
  write(listed: readonly unknown[], leftOut: readonly QuarantinedTool[]): void {
    const entries = listed.filter(isEntry).filter((entry) => this.#proves(entry));
    if (Object.keys(this.#approved).some((name) => !entries.some((entry) => entry.name === name))) return;
    try {
      replaceWhole(this.#file, JSON.stringify({ version: 1, tools: entries.map(provedPart), leftOut }));
    } catch {
      // The next session starts the server again, as without a copy.
    }
  }

  #stored(part: 'tools' | 'leftOut'): readonly unknown[] {
    try {
      const stored: unknown = JSON.parse(readFileSync(this.#file, 'utf8'));
      const entries = isObject(stored) && stored.version === 1 ? stored[part] : undefined;
      return Array.isArray(entries) ? entries : [];
    } catch {
      return [];
    }
  }

  #proves({ name, description, inputSchema }: KeptEntry): boolean {
    if (!Object.hasOwn(this.#approved, name)) return false;
    return (
      fingerprint({ name, description: typeof description === 'string' ? description : '', inputSchema }) === this.#approved[name]
    );
  }
}

/** Returns the copy for a server, if its tools are pinned and there is a folder for copies. */
export function keptListing(
  key: string,
  { approved = {}, stateDir }: { readonly approved?: McpFingerprints | undefined; readonly stateDir?: string | undefined },
): KeptListing | undefined {
  const own = Object.hasOwn(approved, key) ? approved[key] : undefined;
  return own === undefined || stateDir === undefined ? undefined : new KeptListing(stateDir, own);
}

const isLeftOut = (entry: unknown): entry is QuarantinedTool =>
  isObject(entry) && typeof entry.name === 'string' && typeof entry.why === 'string';

const isEntry = (entry: unknown): entry is KeptEntry => isObject(entry) && typeof entry.name === 'string';

const provedPart = ({ name, description, inputSchema, _meta }: KeptEntry): KeptEntry => ({
  name,
  description,
  inputSchema,
  _meta,
});
