/** A text to replace and its replacement, in the line endings of the file. */
export interface Change {
  readonly oldText: string;
  readonly newText: string;
  /** Where it stands; ascending, not overlapping. */
  readonly places: readonly number[];
}

/**
 * Finds the places, literally. A view shows no carriage returns, so a text that is not there as given is looked for with the
 * file's line endings; the new text then takes them too. Source: TOOL-EDIT-02, -06.
 */
export function findText(text: string, edit: { readonly oldString: string; readonly newString: string }): Change {
  const { oldString, newString } = edit;
  const usesCrlf = mostlyCrlf(text);
  const places = placesOf(text, oldString);
  if (places.length > 0) {
    // An old text of several lines that matched as given says which line endings that place has.
    const adapt = usesCrlf && (!oldString.includes('\n') || oldString.includes('\r\n'));
    return { oldText: oldString, newText: adapt ? toCrlf(newString) : newString, places };
  }
  for (const adapt of [toCrlf, toLf]) {
    const oldText = adapt(oldString);
    if (oldText === oldString) continue;
    const adapted = placesOf(text, oldText);
    if (adapted.length > 0) return { oldText, newText: adapt(newString), places: adapted };
  }
  return { oldText: oldString, newText: newString, places: [] };
}

/** Puts the new text in. Never a pattern: `$&` and `$1` stay what they are. Source: TOOL-EDIT-04. */
export function replaceAt(text: string, change: Change): string {
  const pieces: string[] = [];
  let at = 0;
  for (const place of change.places) {
    pieces.push(text.slice(at, place), change.newText);
    at = place + change.oldText.length;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

function placesOf(text: string, part: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) places.push(at);
  return places;
}

const toLf = (text: string) => text.replaceAll('\r\n', '\n');
const toCrlf = (text: string) => toLf(text).replaceAll('\n', '\r\n');

function mostlyCrlf(text: string): boolean {
  const first = text.indexOf('\r\n');
  if (first === -1) return false;
  const crlf = text.split('\r\n').length;
  return crlf * 2 > text.split('\n').length;
}
