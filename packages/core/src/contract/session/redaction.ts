/** Replaces declared secrets and the keys of model providers in output that a tool stores by itself. Offered by the runner. */
export interface Redaction {
  /** One for each stream: a secret may be split over two pieces. */
  stream(): RedactedBytes;
}

export interface RedactedBytes {
  /** The bytes that may be stored now. Bytes that could begin a secret are held back. */
  push(piece: Uint8Array): Uint8Array;
  /** The bytes that were held back, at the end. */
  flush(): Uint8Array;
}
