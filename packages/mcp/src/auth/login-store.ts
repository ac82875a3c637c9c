import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceWhole } from '@loadout/node';
import type { OAuthDiscoveryState, StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';

/** All that a later session needs to speak for the person at one server. */
export interface StoredLogin {
  readonly url: string;
  readonly tokens: StoredOAuthTokens;
  readonly client: StoredOAuthClientInformation;
  readonly discovery: OAuthDiscoveryState;
  /** For whom the tokens are, as the server names itself (RFC 8707). */
  readonly resource?: string | undefined;
}

/** One file for each url, which only this user can read. Source: MCP-17. */
export class LoginStore {
  readonly #folder: string;

  constructor(stateDir: string) {
    this.#folder = join(stateDir, 'logins');
  }

  /** Returns `undefined` also for a file that cannot be parsed: a new login overwrites the file. */
  async read(url: string): Promise<StoredLogin | undefined> {
    try {
      const stored = JSON.parse(await readFile(this.#fileOf(url), 'utf8')) as Partial<StoredLogin>;
      const isWhole =
        stored.url === url && stored.tokens !== undefined && stored.client !== undefined && stored.discovery !== undefined;
      return isWhole ? (stored as StoredLogin) : undefined;
    } catch {
      return undefined;
    }
  }

  async write(login: StoredLogin): Promise<void> {
    replaceWhole(this.#fileOf(login.url), JSON.stringify(login));
  }

  async remove(url: string): Promise<void> {
    await rm(this.#fileOf(url), { force: true });
  }

  #fileOf(url: string): string {
    return join(this.#folder, `${createHash('sha256').update(url).digest('hex').slice(0, 32)}.json`);
  }
}
