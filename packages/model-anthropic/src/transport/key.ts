import { messageOf } from '@loadout/core';
import { redact } from '@loadout/model-apis';
import { errors } from '../errors.js';
import type { AnthropicOptions } from '../options.js';

const HELPER_MS = 30_000;
const MOST_BYTES = 1024 * 1024;

/** The key of the options: a text, or asked for when it is first needed and once more when it is refused. Source: RETRY-04. */
export class Key {
  readonly #given: AnthropicOptions['apiKey'];
  #asked: Promise<string> | undefined;
  #known: string | undefined;

  constructor({ apiKey, apiKeyHelper: command }: Pick<AnthropicOptions, 'apiKey' | 'apiKeyHelper'>) {
    this.#given = apiKey ?? (command === undefined ? undefined : () => outputOf(command));
  }

  /** Throws MODEL_KEY_MISSING when it cannot be had; the next request asks again. */
  async now(): Promise<string | undefined> {
    if (typeof this.#given !== 'function') return this.#given;
    this.#asked ??= Promise.resolve().then(this.#given);
    try {
      this.#known = (await this.#asked).trim();
      return this.#known;
    } catch (cause) {
      this.#asked = undefined;
      const said = redact(messageOf(cause), []);
      throw errors.MODEL_KEY_MISSING({ why: `its key was asked for, and that failed: ${said}` });
    }
  }

  /** This one was refused. True: another may be had. One that came since then is not given up. */
  refused(key: string | undefined): boolean {
    if (typeof this.#given !== 'function') return false;
    if (key !== this.#known) return true;
    this.#asked = undefined;
    this.#known = undefined;
    return true;
  }
}

/** Runs the command. Its output may be a key even if it fails, so no error contains the output. */
async function outputOf(command: string): Promise<string> {
  const { runChild } = await import('@loadout/node/child');
  const signal = AbortSignal.timeout(HELPER_MS);
  const place = { cwd: process.cwd(), env: process.env, signal, mostBytes: MOST_BYTES };
  const { code, stdout } = await runChild({ file: '/bin/sh', args: ['-c', command], ...place });
  if (signal.aborted) throw new Error(`no answer in ${HELPER_MS / 1000} s`);
  if (code !== 0) throw new Error(`exit code ${code}`);
  if (stdout.trim() === '') throw new Error('it printed nothing');
  return stdout;
}
