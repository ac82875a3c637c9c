import type { RecordedRequest } from './recorded-request.js';
import type { Reply } from './reply.js';

/** A part of an answer as it goes over the connection. */
export type Piece = string | Uint8Array;

/** A reply as the bytes of its stream, in the pieces between which a test may hold, cut or wait. */
export interface Frames {
  readonly start: Piece;
  /** One piece for each block of the reply, complete: whatever tells its end is part of it. */
  readonly blocks: readonly Piece[];
  readonly end: Piece;
}

/** The answer that a wire writes. */
export interface Answering {
  /** Unique among all answers of this process. Part of the ids in an answer. */
  readonly id: string;
  readonly request: RecordedRequest;
}

/** A refusal, or a failure in the middle of a stream. */
export interface WireError {
  /** The status of the answer; for a failure in a stream, the closest one. */
  readonly status: number;
  /** The API's name for the kind of the error. Default: the usual one for the status. */
  readonly type?: string | undefined;
  readonly message: string;
}

/** An odd stream, and what a provider makes of it. A field that `expect` does not have is not looked at. */
export interface Oddity {
  /** Continues "reads a stream that", such as `gives two calls one index`. */
  readonly name: string;
  readonly stream: Piece;
  readonly expect: {
    readonly text?: string;
    readonly thinking?: string;
    readonly calls?: readonly { readonly name: string; readonly input: unknown; readonly malformed?: string }[];
    /** The types of the blocks. */
    readonly blocks?: readonly string[];
    readonly stopReason?: string;
    readonly usage?: 'unknown' | { readonly input_tokens: number; readonly output_tokens: number };
    /** The code of the error that it must end with. */
    readonly error?: string;
  };
}

/**
 * The form of one API, for a mock server: what it takes, how it writes a reply, and what it refuses. A wire has no state, so that
 * servers can share it.
 */
export interface Wire {
  /** The name in error messages, such as `messages`. */
  readonly name: string;
  /** Whether a POST to this path, without its query, asks for an answer. The server answers 404 to any other. */
  readonly takes: (path: string) => boolean;
  /** The answer to a GET of this path, such as a list of models; `undefined`: 404. */
  readonly lookUp?: ((path: string) => unknown) | undefined;
  readonly streams: (request: RecordedRequest) => boolean;
  /** The content type of a stream. */
  readonly contentType: string;
  /** The header with the API's name for the request. */
  readonly requestIdHeader: string;
  readonly frames: (reply: Reply, answering: Answering) => Frames;
  /** The answer to a request that does not stream. */
  readonly message: (reply: Reply, answering: Answering) => unknown;
  /** The body of a refusal. */
  readonly errorBody: (error: WireError) => unknown;
  /** A failure in the middle of a stream. */
  readonly errorFrame: (error: WireError) => Piece;
  /** A piece of a stream that says only that the server is there. Absent: the API has none. */
  readonly comment?: Piece | undefined;
  /** Statuses whose failures this API has no name for in a stream. */
  readonly mute?: readonly number[] | undefined;
  /** Streams that servers of this API are known to send, each with its meaning. */
  readonly oddities?: readonly Oddity[] | undefined;
  /** The problems for which the API would refuse the request, one sentence each. */
  readonly validate: (request: RecordedRequest) => readonly string[];
}
