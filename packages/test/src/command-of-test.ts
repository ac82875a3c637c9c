/** The command that runs one test, with more flags behind it. A shell gives the name back as it is written. */
export function commandOfTest({ name }: { readonly name: string }, more = ''): string {
  // A name that begins like a flag is the value of one.
  const selected = name.startsWith('-') ? `--filter=${quoted(name)}` : quoted(name);
  return `loadout test ${selected}${more === '' ? '' : ` ${more}`}`;
}

/** Single quotes keep every character for a shell, but their own. Double quotes are what people write for a plain name. */
const quoted = (text: string): string => (/^[\w .,:;/()+=@%-]*$/.test(text) ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`);
