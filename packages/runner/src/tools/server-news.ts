import { createHash } from 'node:crypto';
import { type ServerControl, type ServerState, wireNames } from '@loadout/core/run';
import { inOne, type ModelText, modelText } from '../prompts/model-texts.js';

export const { serverPrefix, serverRule } = wireNames((text) => createHash('sha256').update(text).digest('hex'));

const PROBLEM_CHARS = 200;

/** The texts for the model about servers whose tools are missing, and about servers that came later. Source: G1. */
export class ServerNews {
  #heard: (text: string) => boolean;
  /** The servers whose words the model has read. */
  readonly #instructed = new Set<string>();
  /** The missing servers that the conversation contains, each with the state that was told. */
  #told = new Map<string, string>();

  constructor(heard: (text: string) => boolean) {
    this.#heard = heard;
  }

  announce(controls: readonly ServerControl[]): ModelText | undefined {
    const servers = controls.flatMap((control) => control.list());
    const missing = servers.filter(isMissing);
    const fresh = missing.filter(({ key, state }) => this.#told.get(key) !== state);
    const came = servers.filter(({ key, state }) => state === 'connected' && this.#told.has(key));
    this.#told = new Map(missing.map(({ key, state }) => [key, state]));
    return inOne([...fresh.map(missingText), ...came.map(cameText), ...servers.flatMap((server) => this.#words(server))]);
  }

  #words({ key, state, instructions }: ServerState): readonly ModelText[] {
    if (state !== 'connected' || instructions === undefined || this.#instructed.has(key)) return [];
    this.#instructed.add(key);
    const text = modelText.serverInstructions(key, instructions);
    return this.#heard(text) ? [] : [text];
  }

  /** Forgets everything after the conversation was replaced. */
  forget(): void {
    this.#told.clear();
    this.#instructed.clear();
    this.#heard = () => false;
  }
}

/** A server that waits for its first use has no problem. */
export const isMissing = ({ state, problem }: ServerState) =>
  problem !== undefined && state !== 'connected' && state !== 'disabled';

export function missingText({ key, state, problem = '' }: ServerState): ModelText {
  if (state === 'pending') return modelText.serverStarting(key, serverPrefix(key));
  const why = (problem.split('\n', 1)[0] ?? '').slice(0, PROBLEM_CHARS);
  return modelText.serverMissing(key, serverPrefix(key), why);
}

export const cameText = ({ key }: ServerState) => modelText.serverCame(key, serverPrefix(key));
