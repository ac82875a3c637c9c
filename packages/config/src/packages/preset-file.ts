import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folders of presets: beside the built code, or in the repository when run from source. */
const FOLDERS = ['./presets', '../../../../configs/agents'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

export const presetFolder = (): string => FOLDERS.find((path) => existsSync(path)) ?? '';

export const presetFile = (name: string): string => join(presetFolder(), `${name}.yaml`);
