import { readFileSync, realpathSync } from 'node:fs';

/** What `~/.claude.json` says of a folder. The rest of that file is nobody else's business. */
export interface ClaudeState {
  readonly userServers: unknown;
  readonly localServers: unknown;
  readonly disabledServers: unknown;
  /** The person said yes when asked whether the folder is trusted. */
  readonly accepted: boolean;
}

/**
 * Without positions: the file grows to megabytes with what else it holds, more than the parser that keeps them is given.
 * Contract: throws with a reason when the file is there and cannot be read.
 */
export function readState(file: string, folder: string): ClaudeState {
  const state = mapOf(textOf(file));
  const projects = mapOf(state.projects);
  const project = { ...mapOf(own(projects, realpathSync(folder))), ...mapOf(own(projects, folder)) };
  return {
    userServers: state.mcpServers,
    localServers: project.mcpServers,
    disabledServers: project.disabledMcpjsonServers,
    accepted: project.hasTrustDialogAccepted === true,
  };
}

function textOf(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return {};
    throw error;
  }
  return JSON.parse(text);
}

const mapOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const own = (map: Readonly<Record<string, unknown>>, key: string): unknown => (Object.hasOwn(map, key) ? map[key] : undefined);
