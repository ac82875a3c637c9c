/** A question of a source, whose words are its own: they are shown as such and are no instruction. */
export interface Elicitation {
  /** The key of the MCP server that asks. */
  readonly source: string;
  readonly message: string;
  /** `form`: values of `schema` are wanted. `url`: the person is to open `url`, and an answer only says that they agree. */
  readonly mode: 'form' | 'url';
  /** JSON Schema of an object with plain values. */
  readonly schema?: unknown;
  readonly url?: string | undefined;
}

export interface ElicitationAnswer {
  /** `decline`: the person said no. `cancel`: they gave no answer. */
  readonly action: 'accept' | 'decline' | 'cancel';
  /** With `accept` of a form. */
  readonly content?: Readonly<Record<string, string | number | boolean | string[]>> | undefined;
}
