import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { neededPackage } from '@loadout/command';
import { folderOf } from '@loadout/config';
import { isLoadoutError, type LoadoutError } from '@loadout/core';
import type { ConfigText } from '@loadout/core/commands';
import { errors } from '../errors.js';

/** Whether `loadout add` means a plugin of Claude Code: one of a marketplace of the file, or a folder with such a manifest or a marketplace. */
export async function isClaudePlugin(wanted: string, config: ConfigText): Promise<boolean> {
  const [, market] = /^[^@/:]+@([\w.-]+)$/.exec(wanted) ?? [];
  if (market !== undefined) return Object.hasOwn(await config.entries('marketplaces'), market);
  const folder = resolve(folderOf(config.file), wanted);
  return (
    /^\.{1,2}\//.test(wanted) &&
    ['.claude-plugin', '.codex-plugin', '.agents/plugins/marketplace.json'].some((name) => existsSync(join(folder, name)))
  );
}

/** Leaves a plugin of Claude Code to the package that reads such plugins. Throws PACKAGE_MISSING. */
export async function addClaude(
  wanted: string,
  given: Parameters<typeof import('@loadout/claude-files').addPlugin>[1],
): Promise<number> {
  const load = () => import('@loadout/claude-files');
  const { addPlugin } = await neededPackage('@loadout/claude-files', { needs: 'loadout add', load });
  return addPlugin(wanted, given);
}

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

const isNpmError = (error: unknown): error is LoadoutError =>
  isLoadoutError(error) && (error.code === 'NPM_FAILED' || error.code === 'NPM_NO_PACKAGE');
