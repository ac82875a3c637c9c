import type { Effect, NamedFile } from './parts.js';
import { type Argument, isKnown } from './read-word.js';

/**
 * The folder into which a program puts files from elsewhere, or the reason why it is unknown. `undefined`: the call brings no
 * files.
 */
interface Unpacking {
  readonly into?: Argument | undefined;
  /** Whether the call creates the folder, so that no file of the workspace is in it. */
  readonly isNew?: boolean;
  readonly problem?: string;
}

/**
 * Programs that write files whose names only an archive or another repository knows. Everything below the folder counts as
 * written, and afterwards as brought from elsewhere.
 */
export function unpackEffect(args: readonly Argument[], effect: Effect): Effect {
  const name = String(args[0]);
  const base = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  const found = Object.hasOwn(UNPACKERS, base) ? UNPACKERS[base]?.(args.slice(1)) : undefined;
  if (found === undefined) return effect;
  if (found.problem !== undefined) return { ...effect, unclear: effect.unclear ?? found.problem };
  const file: NamedFile = { kind: 'write', path: found.into ?? '.', below: found.isNew !== true, makes: true, isMeant: true };
  // The program takes no orders from the folder that it fills.
  const orders = effect.orders?.git === undefined ? undefined : effect.orders;
  return { ...effect, orders, files: [...(effect.files ?? []), file] };
}

type Reader = (words: readonly Argument[]) => Unpacking | undefined;

const UNPACKERS: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries(['tar', 'bsdtar', 'gtar', 'gnutar'].map((name) => [name, tar])),
  unzip: (words) => (words.some((word) => isKnown(word) && /^-[a-zA-Z]*[lptvzZ]/.test(word)) ? undefined : into('-d', words)),
  ...Object.fromEntries(['7z', '7za', '7zr', '7zz'].map((name) => [name, sevenZip])),
  unrar: (words) => (isOneOf(words[0], ['x', 'e']) ? {} : undefined),
  unar: (words) => into('-o', words),
  ar: (words) => (isKnown(words[0]) && !/x/.test(words[0]) ? undefined : {}),
  cpio: (words) =>
    words.some((word) => !isKnown(word) || /^-[a-zA-Z]*[ip]|^--(?:ext|pas)/.test(word)) ? into('-D', words) : undefined,
  jar: (words) => (isKnown(words[0]) && !/x|^--ex/.test(words[0]) ? undefined : {}),
  git: (words) => cloned(words, 'clone') ?? patched(words),
  patch: (words) => (words.includes('--dry-run') ? undefined : {}),
  hg: (words) => cloned(words, 'clone'),
  svn: (words) => cloned(words, 'checkout') ?? cloned(words, 'co') ?? cloned(words, 'export'),
  gh: (words) => (isOneOf(words[0], ['repo']) ? cloned(words.slice(1), 'clone') : undefined),
  degit: (words) => cloned(['clone', ...words], 'clone'),
  rsync: lastOperand,
  scp: lastOperand,
};

const isOneOf = (word: Argument | undefined, names: readonly string[]) => !isKnown(word) || names.includes(word);

/** Reads `tar xf a.tar -C b` in each of its spellings. A letter inside a bundle that takes the folder is not searched. */
function tar(words: readonly Argument[]): Unpacking | undefined {
  const known = words.filter(isKnown);
  const [first] = words;
  const bundles = known.filter(
    (word, index) => /^-[a-zA-Z]+$/.test(word) || (index === 0 && word === first && /^[a-zA-Z]+$/.test(word)),
  );
  const isExtracting =
    bundles.some((word) => word.includes('x')) || known.some((word) => /^--(?:ext|ge)/.test(word)) || !isKnown(first);
  if (!isExtracting) return undefined;
  if (bundles.some((word) => word.includes('C') && word !== '-C')) return { problem: 'tar with a folder among its letters' };
  if (
    known.some((word) => /^--(?:absolute|keep-directory|unlink|transform|xform|strip|to-)/.test(word) && !/^--strip/.test(word))
  )
    return { problem: 'tar with an option that says where its files go' };
  return into('-C', words, '--directory');
}

/** The folder behind its option, in the same word or the next. A second folder is not followed. */
function into(letter: string, words: readonly Argument[], long = '--directory'): Unpacking {
  const at = words.findIndex(
    (word) =>
      isKnown(word) && (word.startsWith(letter) || (long.startsWith(word.split('=', 1)[0] ?? '') && word.startsWith('--d'))),
  );
  if (at === -1) return {};
  const word = String(words[at]);
  const again = words.findIndex((one, index) => index > at && isKnown(one) && one.startsWith(letter));
  if (again !== -1) return { problem: `${letter} more than once` };
  if (word.includes('=') && word.startsWith('--')) return { into: word.slice(word.indexOf('=') + 1) };
  return { into: word === letter || word.startsWith('--') ? words[at + 1] : word.slice(letter.length) };
}

function sevenZip(words: readonly Argument[]): Unpacking | undefined {
  if (!isOneOf(words[0], ['x', 'e'])) return undefined;
  const to = words.find((word) => (isKnown(word) ? word : word.lead).startsWith('-o'));
  return to === undefined ? {} : isKnown(to) ? { into: to.slice(2) } : { problem: `7z into ${to.why}` };
}

/** The folder of `git clone url`: the word behind the address, or the name in the address. */
function cloned(words: readonly Argument[], command: string): Unpacking | undefined {
  const from = words.indexOf(command);
  if (from === -1) return undefined;
  const operands = words.slice(from + 1).filter((word) => !isKnown(word) || !word.startsWith('-'));
  const last = operands.at(-1);
  if (last === undefined) return undefined;
  if (!isKnown(last)) return { problem: `${command} of ${last.why}` };
  const named = /([^/:]+?)(?:\/*\.git)?\/*$/.exec(last)?.[1];
  // The word before an address may be the value of an option. The folder is then named after the address.
  const isAddress = operands.length === 1 || /^[a-z+]+:\/\/|^[^/]+@[^/]*:/i.test(last);
  return { into: isAddress ? (named ?? '.') : last, isNew: true };
}

/** A patch names its files itself, as an archive does. */
const patched = (words: readonly Argument[]): Unpacking | undefined =>
  words.some((word) => word === 'apply' || word === 'am') &&
  !words.some((word) => isKnown(word) && /^--(?:check|stat|numstat|summary|abort|quit|skip|show-current-patch)/.test(word))
    ? {}
    : undefined;

function lastOperand(words: readonly Argument[]): Unpacking | undefined {
  const last = words.at(-1);
  if (last === undefined || (isKnown(last) && (last.startsWith('-') || /^[^/]*:/.test(last)))) return undefined;
  return isKnown(last) ? { into: last } : { problem: `a copy to ${last.why}` };
}
