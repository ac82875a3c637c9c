import type { PageData, RecordingData } from '../../model/page-data.js';
import type { Contents } from '../../model/trajectory.js';
import type { Recording, Recordings } from './recording.js';

/** Reads the data of an exported page: gzip of JSON, in base64. */
export async function embedded(base64: string): Promise<Recordings> {
  const binary = atob(base64.trim());
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const data = JSON.parse(await new Response(stream).text()) as PageData;
  if (data.version !== 1)
    throw new Error(`The data of this page have version ${String(data.version)}; the page reads version 1.`);
  return { recordings: data.recordings.map(recordingOf), exported: data.exported };
}

function recordingOf({ trajectory, contents, files }: RecordingData): Recording {
  return {
    trajectory,
    contents: async (id) => (Object.hasOwn(contents, id) ? contents[id] : undefined),
    files: async () => files,
    search: async (text) => {
      const wanted = text.toLowerCase();
      const ids = Object.keys(contents)
        .map(Number)
        .filter((id) => hasText(contents[id], wanted));
      return { ids, more: false };
    },
  };
}

/** Searches every string of a value, so that JSON's escapes and names of fields are not found. */
function hasText(value: Contents | unknown, wanted: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(wanted);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((part) => hasText(part, wanted));
}
