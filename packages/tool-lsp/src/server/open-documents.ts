import { pathToFileURL } from 'node:url';
import type { FileStamp } from '../files/text-file.js';

/** Beyond these the one that was not used for longest is closed. */
const MOST_OPEN = 50;

export interface DocumentText {
  /** A real path. */
  readonly path: string;
  readonly languageId: string;
  readonly text: string;
  readonly hash: string;
  readonly stamp: FileStamp;
}

export interface Shown {
  readonly version: number;
  /** Whether the server had not been shown this content before. */
  readonly isNews: boolean;
}

interface OpenDocument extends Omit<DocumentText, 'text'> {
  readonly version: number;
}

/** The files that a server was shown, and with which content: from then on it takes theirs from here and not from the disk. */
export class OpenDocuments {
  readonly #notify: (method: string, params: object) => void;
  /** Open documents, the most recently used one last. */
  readonly #open = new Map<string, OpenDocument>();

  constructor(notify: (method: string, params: object) => void) {
    this.#notify = notify;
  }

  get(path: string): OpenDocument | undefined {
    return this.#open.get(path);
  }

  all(): readonly OpenDocument[] {
    return [...this.#open.values()];
  }

  /** Shows a file as it is now: opens it, or tells of the change when it has other content than before. */
  show(document: DocumentText): Shown {
    const { text, ...rest } = document;
    const before = this.#open.get(document.path);
    const version = before === undefined ? 1 : before.hash === document.hash ? before.version : before.version + 1;
    this.#open.delete(document.path);
    this.#open.set(document.path, { ...rest, version });
    const uri = pathToFileURL(document.path).href;
    if (before === undefined)
      this.#notify('textDocument/didOpen', { textDocument: { uri, languageId: document.languageId, version, text } });
    else if (before.version !== version)
      this.#notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
    const [oldest] = this.#open.keys();
    if (this.#open.size > MOST_OPEN && oldest !== undefined) this.close(oldest);
    return { version, isNews: before?.version !== version };
  }

  close(path: string): void {
    if (this.#open.delete(path)) this.#notify('textDocument/didClose', { textDocument: { uri: pathToFileURL(path).href } });
  }
}
