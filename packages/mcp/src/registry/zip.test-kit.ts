import { crc32, deflateRawSync } from 'node:zlib';

export interface ZippedFile {
  readonly name: string;
  readonly text?: string;
  readonly mode?: number;
  /** The size that the file claims to have. */
  readonly claims?: number;
  readonly flags?: number;
}

/** A zip file, also one that no tool would write. */
export function zip(files: readonly ZippedFile[]): Buffer {
  const [parts, list]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, text = '', mode = 0o100644, claims, flags = 0x800 } of files) {
    const data = deflateRawSync(Buffer.from(text));
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    const shared = (at: Buffer, from: number) => {
      at.writeUInt16LE(20, from);
      at.writeUInt16LE(flags, from + 2);
      at.writeUInt16LE(8, from + 4);
      at.writeUInt32LE(crc32(text), from + 10);
      at.writeUInt32LE(data.length, from + 14);
      at.writeUInt32LE(claims ?? Buffer.byteLength(text), from + 18);
      at.writeUInt16LE(Buffer.byteLength(name), from + 22);
    };
    shared(head, 4);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(0x031e, 4);
    shared(entry, 6);
    entry.writeUInt32LE((mode << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    list.push(entry, Buffer.from(name));
    parts.push(head, Buffer.from(name), data);
    offset += 30 + Buffer.byteLength(name) + data.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

/** A server that answers its one tool with its arguments and a variable. */
export const SERVER = `import { createInterface } from 'node:readline';
const answer = ({ id, method, params }) => {
  if (method === 'initialize') return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'b', version: '1' } };
  if (method === 'tools/list') return { tools: [{ name: 'where', inputSchema: { type: 'object' } }] };
  if (method === 'tools/call') return { content: [{ type: 'text', text: [process.env.KEY, ...process.argv.slice(2)].join(' ') }] };
  return id === undefined ? undefined : {};
};
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  const result = answer(request);
  if (request.id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id: request.id, result }));
}
`;
