/** A key that was pressed, once for each repeat. */
export interface KeyPress {
  readonly kind: 'key';
  /**
   * `a`, `enter`, `tab`, `space`, `escape`, `backspace`, `delete`, `insert`, `up`, `down`, `left`, `right`, `home`, `end`, `page-up`,
   * `page-down`, `f1`. A letter has its small form, also with Shift.
   */
  readonly name: string;
  /** The text that the key types; empty for a key that types none. */
  readonly text: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

/** Something that the person did. */
export type Key =
  | KeyPress
  /** Text that was pasted, whole, with line ends of one character. */
  | { readonly kind: 'paste'; readonly text: string }
  /** The window came into focus, or lost it. */
  | { readonly kind: 'focus'; readonly has: boolean };
