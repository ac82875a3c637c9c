import type { Io } from '../io.js';
import { lineReader } from './line-reader.js';

/**
 * Asks the person for one line, outside of a run. `undefined` at the end of the input. That end, and an end of the process, such as by
 * Ctrl+C, end the line of the question, so that the shell's prompt begins a line of its own.
 */
export async function askLine(question: string, io: Io): Promise<string | undefined> {
  const leave = () => io.tell('\n');
  process.once('exit', leave);
  try {
    io.tell(question);
    const line = await lineReader(io).next(new AbortController().signal);
    if (line === undefined) leave();
    return line;
  } finally {
    process.off('exit', leave);
  }
}
