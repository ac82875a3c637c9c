import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Keeps the texts of files that change next. Returns a function that takes the changes back. */
export function keepFiles(files: readonly string[]): () => void {
  const kept = files.map((file) => ({ file, text: existsSync(file) ? readFileSync(file) : undefined }));
  return () => {
    for (const { file, text } of kept)
      if (text === undefined) rmSync(file, { force: true });
      else writeFileSync(file, text);
  };
}
