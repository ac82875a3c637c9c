import type { PageData, RecordingData } from '../../model/page-data.js';
import type { Recording, Recordings } from './recording.js';

/** Reads the data of an exported page. Its script is of the same version, since both lie in one file. */
export async function embedded(base64: string): Promise<Recordings> {
  const binary = atob(base64.trim());
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const data = (await new Response(stream).json()) as PageData;
  return { recordings: data.recordings.map(recordingOf), exported: data.exported };
}

function recordingOf({ trajectory, contents, files }: RecordingData): Recording {
  const byId = new Map(contents.map((one) => [one.id, one]));
  return {
    trajectory,
    contents: async (id) => byId.get(id),
    files: async () => files,
    search: async (text) => {
      const wanted = text.toLowerCase();
      const found = contents.filter((one) => hasText(one, wanted));
      return { ids: found.map(({ id }) => id), more: false };
    },
  };
}

/** Searches every string of a value, so that JSON's escapes and names of fields are not found. */
function hasText(value: unknown, wanted: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(wanted);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((part) => hasText(part, wanted));
}
