import { ndJsonStream, type Stream } from '@agentclientprotocol/sdk';
import type { Frames } from '@loadout/core/commands';

/** The messages of a client over the frames of the command. The SDK answers what is not JSON, and ends at a line of 32 MB. */
export function frameStream({ input, write }: Frames): Stream {
  const output = new WritableStream<Uint8Array>({
    write: (frame) =>
      new Promise<void>((resolve, reject) =>
        write(new TextDecoder().decode(frame), (error) => (error ? reject(error) : resolve())),
      ),
  });
  return ndJsonStream(output, ReadableStream.from(bytesOf(input)));
}

async function* bytesOf(input: Frames['input']): AsyncGenerator<Uint8Array> {
  for await (const chunk of input) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}
