const COLUMNS = 112;
const LINE = 19;
const MARGIN = 16;

/** The colour of a line, by its first character: a call, a denial, or what is said beside them. */
const COLOURS: Readonly<Record<string, string>> = { '●': '#3fb950', '⊘': '#f85149', ' ': '#8b949e' };

/** A terminal with this output, as a picture. */
export function terminalPicture(output: string): string {
  const lines = output.trimEnd().split('\n').flatMap(broken);
  const height = lines.length * LINE + 2 * MARGIN;
  const texts = lines.map((line, index) => {
    const colour = COLOURS[line[0] ?? ''];
    const place = `x="${MARGIN}" y="${MARGIN + (index + 0.75) * LINE}"`;
    return `<text ${place}${colour === undefined ? '' : ` fill="${colour}"`}>${escaped(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COLUMNS * 8 + 2 * MARGIN} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13" fill="#e6edf3" xml:space="preserve">
<title>A run of an agent, as a terminal shows it</title>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${texts.join('\n')}
</svg>
`;
}

/** The lines of a long line, as a narrow terminal has them: broken between words, and indented. */
function broken(line: string): readonly string[] {
  if (line.length <= COLUMNS) return [line];
  const at = line.lastIndexOf(' ', COLUMNS);
  return [line.slice(0, at), ...broken(`  ${line.slice(at + 1)}`)];
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The text of such a picture. */
export const textIn = (picture: string): string =>
  [...picture.matchAll(/<text [^>]*>(.*)<\/text>/g)]
    .map(([, text = '']) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
    .join('\n');
