import { errors } from '../errors.js';
import type { Recording } from '../model/recording.js';
import { firstLines, formatNames, openRecording } from './open-recording.js';

/** Opens a file of a known format. Throws VIEW_FORMAT, and the error of the file system. */
export async function openFile(path: string): Promise<Recording> {
  const recording = await openRecording(path);
  if (recording !== undefined) return recording;
  const [first = ''] = firstLines(path);
  throw errors.VIEW_FORMAT({ file: path, first: first.slice(0, 80), formats: formatNames });
}
