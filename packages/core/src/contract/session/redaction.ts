/** Removes declared secrets and the keys of model providers from output that a tool stores itself. Offered by the runner. */
export interface Redaction {
  /** Starts the redaction of one stream. Each stream needs its own, since a secret may be split over two pieces. */
  stream(): RedactedBytes;
}

export interface RedactedBytes {
  /** Returns the bytes that may be stored now, which may be `piece` itself. Bytes that could begin a secret are held back. */
  push(piece: Uint8Array): Uint8Array;
  /** Returns the bytes that were held back. Called at the end. */
  flush(): Uint8Array;
}
