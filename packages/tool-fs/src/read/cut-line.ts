export const MOST_LINE_CHARS = 2000;
const CARRIAGE_RETURN = 13;

/** A line as it is shown: without its carriage return, and cut with a marker when it is too long. Source: TOOL-READ-03. */
export function cutLine(text: string, lineBytes?: number): string {
  const line = text.charCodeAt(text.length - 1) === CARRIAGE_RETURN ? text.slice(0, -1) : text;
  if (line.length <= MOST_LINE_CHARS) return line;
  const bytes = lineBytes ?? Buffer.byteLength(text);
  const splitsPair = /[\ud800-\udbff]/.test(line.charAt(MOST_LINE_CHARS - 1));
  const shown = line.slice(0, splitsPair ? MOST_LINE_CHARS - 1 : MOST_LINE_CHARS);
  return `${shown}… [line cut after ${MOST_LINE_CHARS} characters; it has ${bytes} bytes]`;
}
