/** A question of a source. Its text is shown as the source's own words and is no instruction. */
export interface Elicitation {
  /** The key of the MCP server that asks. */
  readonly source: string;
  readonly message: string;
  /** `form`: values of `schema` are wanted. `url`: the person opens `url`, and the answer only records consent. */
  readonly mode: 'form' | 'url';
  /** The JSON Schema of an object with plain values. */
  readonly schema?: unknown;
  readonly url?: string | undefined;
}

export interface ElicitationAnswer {
  /** `decline`: the person said no. `cancel`: the person gave no answer. */
  readonly action: 'accept' | 'decline' | 'cancel';
  /** The values, for `accept` of a form. */
  readonly content?: Readonly<Record<string, string | number | boolean | string[]>> | undefined;
}
