import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { isLoadoutError, type LoadoutError } from '@loadout/core';
import { errors } from '../errors.js';

/** Throws for a path that npm need not be asked about: nothing is there, or a bundle of an MCP server. */
export function refusePath(wanted: string, configDir: string): void {
  if (!/^(?:\.{1,2}(?:\/|$)|\/)/.test(wanted)) return;
  const file = resolve(configDir, wanted);
  if (!existsSync(file)) throw errors.ADD_NO_PATH({ wanted, file });
  if (!/\.mcpb$/i.test(wanted)) return;
  throw errors.ADD_BUNDLE({
    wanted,
    key: basename(wanted)
      .replace(/\.mcpb$/i, '')
      .replace(/[^A-Za-z0-9_-]+/g, '-'),
  });
}

/** A version, a range or a tag that people use behind the @ of a package. Any other word may be a marketplace. */
const VERSION =
  /^[\^~<>=v]*(?:\d|[xX*](?:$|\.))|^(?:latest|next|beta|alpha|canary|rc|dev|edge|nightly|experimental|preview|stable)(?:$|[.-]?\d)/;

/** The error of npm about `name@word`, where the word may be a marketplace that is not there; any other error is itself. */
export function withMarketplaces(error: unknown, wanted: string, known: readonly string[]): unknown {
  const market = /^[^@/:]+@([\w.-]+)$/.exec(wanted)?.[1];
  if (market === undefined || VERSION.test(market) || !isNpmError(error)) return error;
  return errors.ADD_NO_MARKETPLACE({ wanted, market, known, problem: error.message.replace(/\.$/, '') }, { cause: error });
}

const isNpmError = (error: unknown): error is LoadoutError => isLoadoutError(error) && error.code === 'NPM_FAILED';
