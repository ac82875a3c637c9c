import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { oneLine } from '@loadout/command';
import { EditorFiles, isObject, messageOf, type ServiceOffer } from '@loadout/core';
import type { AskedClient } from '../questions/asked-client.js';
import { unlessAborted } from '../unless-aborted.js';

interface Place {
  /** The folder of the session, as the editor names it. */
  readonly cwd: string;
  readonly tell: (text: string) => void;
}

/** The times within which an editor answers. Saving may format the file. */
const READS_WITHIN_MS = 3_000;
const WRITES_WITHIN_MS = 15_000;

/** The files of an editor that says it shows them. What may be read is decided before, and the text of a file on disk is a good answer too. */
export function editorFiles(client: AskedClient, place: Place): readonly ServiceOffer<unknown>[] {
  const { readTextFile, writeTextFile } = client.capabilities.fs ?? {};
  if (readTextFile !== true) return [];
  const files = new ClientFiles(client, place);
  const text = files.text.bind(files);
  const offered: EditorFiles = writeTextFile === true ? { text, take: files.take.bind(files) } : { text };
  return [{ service: EditorFiles, shared: true, create: () => offered }];
}

class ClientFiles {
  readonly #client: AskedClient;
  readonly #place: Place;
  /** An editor that hung is not asked again: each Read would wait for it. */
  #hangs = false;

  constructor(client: AskedClient, place: Place) {
    this.#client = client;
    this.#place = place;
  }

  async text(path: string, signal: AbortSignal): Promise<string | undefined> {
    if (this.#hangs) return undefined;
    const { context, sessionId } = this.#client;
    const within = AbortSignal.timeout(READS_WITHIN_MS);
    const request = { sessionId, path: this.#named(path) };
    const cancellationSignal = AbortSignal.any([signal, within]);
    const answer = context.request(methods.client.fs.readTextFile, request, { cancellationSignal });
    // An editor has reasons not to show a file, such as one outside of its folders.
    const shown = await unlessAborted(answer, cancellationSignal).catch(() => undefined);
    if (shown === undefined && within.aborted && !signal.aborted) this.#hung();
    // The SDK does not check what a client answers.
    const content: unknown = isObject(shown) ? shown.content : undefined;
    return typeof content === 'string' ? content : undefined;
  }

  async take(path: string, content: string, signal: AbortSignal): Promise<string | undefined> {
    const { context, sessionId } = this.#client;
    const cancellationSignal = AbortSignal.any([signal, AbortSignal.timeout(WRITES_WITHIN_MS)]);
    const request = { sessionId, path: this.#named(path), content };
    const answer = context.request(methods.client.fs.writeTextFile, request, { cancellationSignal });
    try {
      await unlessAborted(answer, cancellationSignal);
      cancellationSignal.throwIfAborted();
      return undefined;
    } catch (error) {
      const problem = oneLine(messageOf(error), 200);
      this.#place.tell(`The editor has not taken the new text of ${request.path}: ${problem}`);
      return problem;
    }
  }

  /** A real path as the editor names it, which may have opened its folder by a link. */
  #named(path: string): string {
    const { cwd } = this.#place;
    const real = realpathSync.native(cwd);
    return path.startsWith(real + sep) ? cwd + path.slice(real.length) : path;
  }

  #hung(): void {
    if (!this.#hangs)
      this.#place.tell(`The editor did not say what it shows within ${READS_WITHIN_MS / 1000} s: files are read from disk.`);
    this.#hangs = true;
  }
}
