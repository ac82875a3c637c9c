import assert from 'node:assert/strict';
import type { MemoryStore, NoteRecord } from '@loadout/tool-memory';

/** The `describe` and `it` of the caller's test runner, and a way to make a store. */
export interface MemoryStoreCases {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => Promise<void>) => unknown;
  /** Opens an empty store, a different one each time. */
  readonly open: () => MemoryStore | Promise<MemoryStore>;
}

/** Tests the guarantees of every store of notes, for authors of stores. */
export function describeMemoryStore(name: string, { describe, it, open }: MemoryStoreCases): void {
  describe(`store of notes ${name}`, () => {
    for (const [law, check] of LAWS) it(law, async () => check(await open(), open));
  });
}

type Law = (store: MemoryStore, open: MemoryStoreCases['open']) => Promise<void>;

const LAWS: readonly (readonly [string, Law])[] = [
  ['holds nothing but its root at first', holdsNothing],
  ['reads back a text and its record as they were written', readsBack],
  ['lists each folder before what is in it, with sizes in bytes', listsInOrder],
  ['makes a note only where nothing is', makesOnlyNew],
  ['changes a note only if it is as the caller saw it', changesOnlyKnown],
  ['lets one of many writers at once make a note', oneMaker],
  ['loses no change of many writers at once', losesNothing],
  ['removes a note, or a folder with all that is in it', removesAll],
  ['moves a note or a folder with its records', movesAll],
  ['moves nothing onto something, and nothing that is not there', movesOnlyToFree],
  ['puts no note below a note', keepsNotesFlat],
  ['shares nothing with another store', sharesNothing],
];

const record: NoteRecord = { origin: 'outside', at: 1_750_000_000_000, session: 's', agent: 'a', sources: ['WebFetch'] };
const TEXTS: readonly string[] = ['', '\n', 'one\r\ntwo', '\ufeffgrüße 🙂\n\n', 'x'.repeat(50_000), '{"a":1}', "it's $1 \\n"];

const put = (store: MemoryStore, path: string, text = path): Promise<boolean> =>
  store.write(path, { text, record }, { before: undefined });
const pathsOf = async (store: MemoryStore): Promise<readonly string[]> => (await store.list()).map(({ path }) => path);

async function holdsNothing(store: MemoryStore): Promise<void> {
  const [root, ...rest] = await store.list();
  assert.deepEqual([root?.path, root?.kind, rest], ['', 'folder', []]);
  assert.equal(await store.read('a.md'), undefined);
  assert.equal(await store.remove('a.md'), false);
}

async function readsBack(store: MemoryStore): Promise<void> {
  for (const [index, text] of TEXTS.entries()) {
    assert.equal(await put(store, `${index}.md`, text), true);
    assert.deepEqual(await store.read(`${index}.md`), { text, record });
  }
  const other: NoteRecord = { origin: 'person', at: 5 };
  assert.equal(await store.write('1.md', { text: 'new', record: other }, { before: '\n' }), true);
  assert.deepEqual(await store.read('1.md'), { text: 'new', record: other });
}

async function listsInOrder(store: MemoryStore): Promise<void> {
  for (const path of ['b/z.md', 'B.md', 'a.md', 'b/c/ü.md', 'b/a.md']) await put(store, path, 'grün');
  const entries = await store.list();
  const shown = entries.map(({ path, kind }) => (kind === 'folder' ? `${path}/` : path));
  assert.deepEqual(shown, ['/', 'B.md', 'a.md', 'b/', 'b/a.md', 'b/c/', 'b/c/ü.md', 'b/z.md']);
  assert.equal(entries.find(({ path }) => path === 'a.md')?.bytes, 5);
  assert.equal(await store.read('b'), undefined);
}

async function makesOnlyNew(store: MemoryStore): Promise<void> {
  await put(store, 'd/a.md', 'first');
  for (const path of ['d/a.md', 'd']) assert.equal(await put(store, path, 'second'), false);
  assert.equal((await store.read('d/a.md'))?.text, 'first');
}

async function changesOnlyKnown(store: MemoryStore): Promise<void> {
  await put(store, 'a.md', 'first');
  const change = (path: string, before: string) => store.write(path, { text: 'second', record }, { before });
  assert.equal(await change('a.md', 'other'), false);
  assert.equal(await change('b.md', 'first'), false);
  assert.equal((await store.read('a.md'))?.text, 'first');
  assert.equal(await store.read('b.md'), undefined);
  assert.equal(await change('a.md', 'first'), true);
}

const MANY = Array.from({ length: 20 }, (_, index) => index);

async function oneMaker(store: MemoryStore): Promise<void> {
  const made = await Promise.all(MANY.map((index) => put(store, 'a.md', String(index))));
  const winner = made.indexOf(true);
  assert.equal(made.filter(Boolean).length, 1);
  assert.equal((await store.read('a.md'))?.text, String(winner));
}

async function losesNothing(store: MemoryStore): Promise<void> {
  await put(store, 'a.md', '');
  await Promise.all(
    MANY.map(async (index) => {
      for (;;) {
        const before = (await store.read('a.md'))?.text ?? '';
        if (await store.write('a.md', { text: `${before}${index},`, record }, { before })) return;
      }
    }),
  );
  const found = (await store.read('a.md'))?.text.split(',').filter(Boolean).map(Number) ?? [];
  assert.deepEqual(
    [...found].sort((a, b) => a - b),
    MANY,
  );
}

async function removesAll(store: MemoryStore): Promise<void> {
  for (const path of ['d/a.md', 'd/e/b.md', 'da.md']) await put(store, path);
  assert.equal(await store.remove('d/a.md'), true);
  assert.equal(await store.remove('d/a.md'), false);
  assert.equal(await store.remove('d'), true);
  assert.deepEqual(await pathsOf(store), ['', 'da.md']);
  assert.equal(await put(store, 'd/a.md', 'anew'), true);
}

async function movesAll(store: MemoryStore): Promise<void> {
  for (const path of ['d/a.md', 'd/e/b.md', 'c.md']) await put(store, path);
  assert.equal(await store.rename('c.md', 'n/c.md'), 'renamed');
  assert.equal(await store.rename('d', 'f'), 'renamed');
  assert.deepEqual(await pathsOf(store), ['', 'f', 'f/a.md', 'f/e', 'f/e/b.md', 'n', 'n/c.md']);
  for (const [path, text] of [
    ['f/e/b.md', 'd/e/b.md'],
    ['n/c.md', 'c.md'],
  ] as const)
    assert.deepEqual(await store.read(path), { text, record });
}

async function movesOnlyToFree(store: MemoryStore): Promise<void> {
  for (const path of ['a.md', 'b.md', 'd/c.md']) await put(store, path);
  assert.equal(await store.rename('a.md', 'b.md'), 'taken');
  assert.equal(await store.rename('a.md', 'd'), 'taken');
  assert.equal(await store.rename('a.md', 'a.md'), 'taken');
  assert.equal(await store.rename('none.md', 'new.md'), 'missing');
  assert.deepEqual(await pathsOf(store), ['', 'a.md', 'b.md', 'd', 'd/c.md']);
  assert.equal((await store.read('b.md'))?.text, 'b.md');
}

/** The store may say so by an error, or by false. */
async function keepsNotesFlat(store: MemoryStore): Promise<void> {
  await put(store, 'a.md', 'first');
  const isWritten = await put(store, 'a.md/b.md').catch(() => false);
  assert.equal(isWritten, false);
  assert.equal((await store.read('a.md'))?.text, 'first');
  assert.equal(await store.read('a.md/b.md').catch(() => undefined), undefined);
}

async function sharesNothing(store: MemoryStore, open: MemoryStoreCases['open']): Promise<void> {
  await put(store, 'a.md');
  assert.deepEqual(await pathsOf(await open()), ['']);
}
