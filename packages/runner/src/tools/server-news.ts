import { createHash } from 'node:crypto';
import { type ServerControl, type ServerState, wireNames } from '@loadout/core';

const { serverPrefix } = wireNames((text) => createHash('sha256').update(text).digest('hex'));

const PROBLEM_CHARS = 200;

/** The texts for the model about servers whose tools are missing, and about servers that came later. Source: G1. */
export class ServerNews {
  /** The missing servers that the conversation contains, each with the state that was told. */
  #told = new Map<string, string>();

  announce(controls: readonly ServerControl[]): string | undefined {
    const servers = controls.flatMap((control) => control.list());
    const missing = servers.filter(isMissing);
    const fresh = missing.filter(({ key, state }) => this.#told.get(key) !== state);
    const came = servers.filter(({ key, state }) => state === 'connected' && this.#told.has(key));
    this.#told = new Map(missing.map(({ key, state }) => [key, state]));
    return [...fresh.map(missingText), ...came.map(cameText)].join('\n') || undefined;
  }

  /** Forgets everything after the conversation was replaced. */
  forget(): void {
    this.#told.clear();
  }
}

/** A server that waits for its first use has no problem. */
const isMissing = ({ state, problem }: ServerState) => problem !== undefined && state !== 'connected' && state !== 'disabled';

function missingText({ key, state, problem = '' }: ServerState): string {
  const tools = `its tools (${serverPrefix(key)}…) are missing`;
  if (state === 'pending')
    return `The MCP server "${key}" is still starting, so ${tools}. They join when it is ready. If the task needs them, say that they are missing now.`;
  const why = (problem.split('\n', 1)[0] ?? '').slice(0, PROBLEM_CHARS);
  return `The MCP server "${key}" is not available, so ${tools}: ${why} If the task needs them, say that they are missing.`;
}

const cameText = ({ key }: ServerState) =>
  `The MCP server "${key}" is ready now, and you can call its tools (${serverPrefix(key)}…).`;
