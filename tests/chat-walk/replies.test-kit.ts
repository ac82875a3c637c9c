import type { Reply } from '@loadout/testing';

export const text = (...lines: readonly string[]): Reply => ({ text: lines.join('\n') });
export const call = (name: string, input: unknown): Reply => ({ tools: [{ name, input }] });

export const READ = call('Read', { file_path: 'notes.txt' });
export const edit = (old_string: string, new_string: string) => call('Edit', { file_path: 'notes.txt', old_string, new_string });

/** A command that waits until `ChatWindow.letGo`. */
export const WAITS = 'until [ -e go ]; do sleep 0.1; done';
