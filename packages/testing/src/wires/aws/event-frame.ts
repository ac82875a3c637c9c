import zlib from 'node:zlib';

/** A frame of AWS's event stream: two lengths and their checksum, headers, payload, and a checksum over all of it. */
function eventFrame(headers: Readonly<Record<string, string>>, payload: unknown): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(headerBytes));
  const body = Buffer.from(JSON.stringify(payload));
  const frame = Buffer.alloc(16 + head.length + body.length);
  frame.writeUInt32BE(frame.length, 0);
  frame.writeUInt32BE(head.length, 4);
  frame.writeUInt32BE(zlib.crc32(frame.subarray(0, 8)), 8);
  head.copy(frame, 12);
  body.copy(frame, 12 + head.length);
  frame.writeUInt32BE(zlib.crc32(frame.subarray(0, -4)), frame.length - 4);
  return frame;
}

/** A name, the type of a text, and the text. */
function headerBytes([name, value]: readonly [string, string]): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([Buffer.from([Buffer.byteLength(name)]), Buffer.from(name), Buffer.from([7]), length, Buffer.from(value)]);
}

const JSON_TYPE = { ':content-type': 'application/json' };

export const dataFrame = (type: string, payload: unknown): Buffer =>
  eventFrame({ ':event-type': type, ...JSON_TYPE, ':message-type': 'event' }, payload);

export const exceptionFrame = (type: string, message: string): Buffer =>
  eventFrame({ ':exception-type': type, ...JSON_TYPE, ':message-type': 'exception' }, { message });

export const EVENT_STREAM_TYPE = 'application/vnd.amazon.eventstream';

/** Exceptions of Bedrock's streams and refusals, by the status that they stand for. */
const EXCEPTIONS: Readonly<Record<number, string>> = {
  400: 'validationException',
  401: 'unrecognizedClientException',
  403: 'accessDeniedException',
  404: 'resourceNotFoundException',
  413: 'validationException',
  408: 'modelTimeoutException',
  424: 'modelErrorException',
  429: 'throttlingException',
  503: 'serviceUnavailableException',
};

export const exceptionOf = (status: number): string => EXCEPTIONS[status] ?? 'internalServerException';
