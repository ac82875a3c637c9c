import { existsSync } from 'node:fs';
import type { MemoryOptions } from '../options.js';
import { indexText } from '../session/index-text.js';
import { secretIn } from '../session/secrets.js';
import type { FileStore } from '../store/file-store.js';
import type { FoundNote } from './note-project.js';

export interface Finding {
  readonly kind: 'problem' | 'note';
  readonly says: string;
  readonly fix?: string | undefined;
}

interface Examined {
  readonly options: MemoryOptions;
  readonly store: Pick<FileStore, 'lockFile' | 'folder'>;
  readonly now: number;
  readonly days: number;
  /** The command as the person called it. */
  readonly called: string;
}

type Examination = (notes: readonly FoundNote[], examined: Examined) => readonly Finding[];

/** Returns all that a person should look at. */
export const examineNotes: Examination = (notes, examined) =>
  [waiting, unreadable, secrets, doubles, room, old, locked].flatMap((look) => look(notes, examined));

const DAY_MS = 86_400_000;

const waiting: Examination = (notes, { called }) =>
  notes
    .filter(({ record, text }) => record === undefined && text !== undefined)
    .map(({ path }) => ({
      kind: 'problem',
      says: `${path} waits: it came from a repository or another program.`,
      fix: `${called} memory show ${path}, then ${called} memory accept ${path} or ${called} memory forget ${path}`,
    }));

const unreadable: Examination = (notes, { called, options: { maxNoteBytes } }) =>
  notes
    .filter(({ text }) => text === undefined)
    .map(({ path, bytes }) => ({
      kind: 'problem',
      says: `${path} cannot be read. It has ${bytes} bytes, and at most ${maxNoteBytes} are allowed.`,
      fix: `Shorten the file, or run ${called} memory forget ${path}`,
    }));

const secrets: Examination = (notes, { called }) =>
  notes.flatMap(({ path, text }) => {
    const what = secretIn(text ?? '');
    return what === undefined
      ? []
      : [
          {
            kind: 'problem',
            says: `${path} holds ${what}.`,
            fix: `Change the secret, then ${called} memory edit ${path}`,
          } as const,
        ];
  });

/** Two notes with one text, or with one heading. */
const doubles: Examination = (notes, { called }) =>
  notes.flatMap((note, index) => {
    const same = ({ text, title }: FoundNote) =>
      (note.text ?? '') !== '' && (text === note.text || (title !== '' && title === note.title));
    const other = notes.slice(0, index).find(same);
    if (other === undefined) return [];
    const what = other.text === note.text ? 'the text' : 'the heading';
    return [
      {
        kind: 'problem',
        says: `${note.path} has ${what} of ${other.path}.`,
        fix: `${called} memory forget ${note.path}`,
      } as const,
    ];
  });

const room: Examination = (notes, { options: { maxBytes, maxTokens } }) => {
  const bytes = notes.reduce((sum, note) => sum + note.bytes, 0);
  const indexed = notes.flatMap(({ path, title, record }) =>
    record === undefined ? [] : [{ path, title, origin: record.origin, at: record.at }],
  );
  const more = /\((\d+) older/.exec(indexText(indexed, { maxTokens }) ?? '')?.[1];
  return [
    ...(bytes <= maxBytes
      ? []
      : [
          {
            kind: 'problem',
            says: `All notes have ${bytes} bytes, and at most ${maxBytes} are allowed.`,
            fix: 'Forget or shorten some.',
          } as const,
        ]),
    ...(more === undefined
      ? []
      : [
          {
            kind: 'problem',
            says: `The list in front of a conversation has no room for ${more} notes.`,
            fix: 'Forget some, or raise maxTokens.',
          } as const,
        ]),
  ];
};

const old: Examination = (notes, { now, days }) =>
  notes
    .filter(({ record }) => record !== undefined && now - record.at > days * DAY_MS)
    .map(({ path, record }) => ({
      kind: 'note',
      says: `${path} is ${Math.floor((now - (record?.at ?? now)) / DAY_MS)} days old. Is it still true?`,
    }));

const locked: Examination = (_, { store: { lockFile } }) =>
  existsSync(lockFile) ? [{ kind: 'note', says: `Another process is writing a note (${lockFile}).` }] : [];
