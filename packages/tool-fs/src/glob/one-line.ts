const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** A path as one line of output: control characters, which a name may have, become escape sequences. */
export function oneLine(path: string): string {
  return path.replace(CONTROL, (char) => {
    const code = char.charCodeAt(0).toString(16);
    return char === '\n' ? '\\n' : char === '\t' ? '\\t' : char === '\r' ? '\\r' : `\\u{${code}}`;
  });
}

export const CONTROL_NOTE = '(Control characters in names are shown as escape sequences, such as \\n.)';
