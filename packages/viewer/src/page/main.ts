import { h, render } from 'preact';
import type { PageData, RecordingData } from '../model/page-data.js';
import { App } from './app.js';
import type { Recording, Recordings } from './data/recording.js';
import { served } from './data/served.js';

/** Shows the data of this page, or those of its server. A failure is text on the page. */
async function main(): Promise<void> {
  const place = document.body;
  try {
    const data = document.getElementById('data')?.textContent;
    const loaded = data === undefined || data === null ? await served() : await embedded(data);
    render(h(App, loaded), place);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    render(
      h('main', { class: 'failure', role: 'alert' }, h('h1', null, 'The recording cannot be shown'), h('p', null, reason)),
      place,
    );
  }
}

await main();

/** Reads the data of an exported page. Its script is of the same version, since both lie in one file. */
async function embedded(base64: string): Promise<Recordings> {
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
