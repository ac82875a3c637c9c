import { readFileSync, realpathSync } from 'node:fs';
import { unlessCode } from '@loadout/node';

/** The entry of `~/.claude.json` for a folder. The rest of that file is not used. */
export interface ClaudeState {
  readonly userServers: unknown;
  readonly localServers: unknown;
  readonly disabledServers: unknown;
  /** Whether the person answered yes when asked to trust the folder. */
  readonly accepted: boolean;
}

/**
 * Reads the state without positions. The file can grow to megabytes, which exceeds the limit of the parser that keeps positions.
 * Contract: throws with a reason when the file exists and cannot be read.
 */
export function readState(file: string, folder: string): ClaudeState {
  const state = mapOf(textOf(file));
  const projects = mapOf(state.projects);
  const project = { ...mapOf(own(projects, realpathSync.native(folder))), ...mapOf(own(projects, folder)) };
  return {
    userServers: state.mcpServers,
    localServers: project.mcpServers,
    disabledServers: project.disabledMcpjsonServers,
    accepted: project.hasTrustDialogAccepted === true,
  };
}

function textOf(file: string): unknown {
  const text = unlessCode(() => readFileSync(file, 'utf8'), 'ENOENT', 'ENOTDIR');
  return text === undefined ? {} : JSON.parse(text);
}

const mapOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const own = (map: Readonly<Record<string, unknown>>, key: string): unknown => (Object.hasOwn(map, key) ? map[key] : undefined);
