/** Replaces paths in whatever JSON can hold. */
export type Replace = <T>(value: T) => T;

/**
 * The folder of a session's long results: as the records name it, and on this worker. The engine has the path of the first worker,
 * so that records are the same wherever they were written.
 */
export class ArtifactPaths {
  readonly recorded: string;
  readonly local: string;
  readonly toLocal: Replace;
  readonly toRecorded: Replace;

  constructor({ recorded, local }: { readonly recorded: string; readonly local: string }) {
    this.recorded = recorded;
    this.local = local;
    this.toLocal = replacing(recorded, local);
    this.toRecorded = replacing(local, recorded);
  }

  /** Returns the files that a text names, as paths below the folder. The text has the recorded folder. */
  namedIn(text: string): readonly string[] {
    const found = text.matchAll(new RegExp(`${escaped(this.recorded)}/([\\w./@-]*\\w)`, 'g'));
    return [...new Set([...found].map(([, path = '']) => path))].filter((path) => !path.split('/').includes('..'));
  }
}

function replacing(from: string, to: string): Replace {
  if (from === to) return (value) => value;
  const [text, other] = [inJson(from), inJson(to)];
  // The id of a session may begin with the id of another one.
  const pattern = new RegExp(`${escaped(text)}(?![\\w-])`, 'g');
  return <T>(value: T): T => {
    const json = JSON.stringify(value);
    return json === undefined || !json.includes(text) ? value : (JSON.parse(json.replace(pattern, () => other)) as T);
  };
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
