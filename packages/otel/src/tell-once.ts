const told = new Set<string>();

/** Prints sentences about the configuration of telemetry on standard error, each once in a process. */
export function tellOnce(sentences: readonly string[]): void {
  for (const sentence of sentences) {
    if (told.has(sentence)) continue;
    told.add(sentence);
    process.stderr.write(`telemetry: ${sentence}\n`);
  }
}
