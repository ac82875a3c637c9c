/** Something that the person did. */
export type Key =
  | {
      readonly kind: 'key';
      /** `a`, `enter`, `tab`, `escape`, `backspace`, `delete`, `up`, `down`, `left`, `right`, `home`, `end`, `page-up`, `page-down`. */
      readonly name: string;
      /** The text that the key types; empty for a key that types none. */
      readonly text: string;
      readonly ctrl: boolean;
      readonly alt: boolean;
      readonly shift: boolean;
    }
  /** Text that was pasted, whole, with line ends of one character. */
  | { readonly kind: 'paste'; readonly text: string }
  /** The window came into focus, or lost it. */
  | { readonly kind: 'focus'; readonly has: boolean };
