import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = this.#fileOf(login.url);
    const temporary = `${file}.${randomUUID()}`;
    try {
      await writeFile(temporary, JSON.stringify(login), { mode: 0o600, flag: 'wx' });
      // Another session that reads meanwhile sees the old one or the new one whole.
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async remove(url: string): Promise<void> {
    await rm(this.#fileOf(url), { force: true });
  }

  #fileOf(url: string): string {
    return join(this.#folder, `${createHash('sha256').update(url).digest('hex').slice(0, 32)}.json`);
  }
}
