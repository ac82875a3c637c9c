/** A text to replace and its replacement, in the line endings of the file. */
export interface Change {
  readonly oldText: string;
  readonly newText: string;
  /** The places of the text; ascending, not overlapping. */
  readonly places: readonly number[];
  /** The number of occurrences, including overlapping ones. */
  readonly count: number;
}

/**
 * Finds the places, literally. A view shows no carriage returns, so a text that is not there as given is looked for with the
 * file's line endings; the new text then takes them too. Source: TOOL-EDIT-02, -06.
 */
export function findText(text: string, edit: { readonly oldString: string; readonly newString: string }): Change {
  const { oldString, newString } = edit;
  const asGiven = placesOf(text, oldString);
  if (asGiven.count > 0) {
    // An old text of several lines that matched as given says which line endings that place has.
    const adapt = newString.includes('\n') && (!oldString.includes('\n') || oldString.includes('\r\n')) && mostlyCrlf(text);
    return { oldText: oldString, newText: adapt ? toCrlf(newString) : newString, ...asGiven };
  }
  for (const adapt of [toCrlf, toLf]) {
    const oldText = adapt(oldString);
    if (oldText === oldString) continue;
    const adapted = placesOf(text, oldText);
    if (adapted.count > 0) return { oldText, newText: adapt(newString), ...adapted };
  }
  return { oldText: oldString, newText: newString, ...asGiven };
}

/** Inserts the new text literally: `$&` and `$1` have no special meaning. Source: TOOL-EDIT-04. */
export function replaceAt(text: string, change: Change): string {
  let after = '';
  let at = 0;
  for (const place of change.places) {
    after += text.slice(at, place) + change.newText;
    at = place + change.oldText.length;
  }
  return after + text.slice(at);
}

function placesOf(text: string, part: string): Pick<Change, 'places' | 'count'> {
  const places: number[] = [];
  let count = 0;
  let free = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    if (splitsLineEnd(text, at) || splitsLineEnd(text, at + part.length)) continue;
    count += 1;
    if (at < free) continue;
    places.push(at);
    free = at + part.length;
  }
  return { places, count };
}

/** Between the carriage return and the line feed of one line end: to cut there would leave half of it. */
const splitsLineEnd = (text: string, at: number) => text[at - 1] === '\r' && text[at] === '\n';

const toLf = (text: string) => text.replaceAll('\r\n', '\n');
const toCrlf = (text: string) => toLf(text).replaceAll('\n', '\r\n');

function mostlyCrlf(text: string): boolean {
  let crlf = 0;
  let lf = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] === '\r') crlf += 1;
    else lf += 1;
  }
  return crlf > lf;
}
