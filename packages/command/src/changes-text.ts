import { changeLines } from './change-lines.js';
import type { Paint } from './paint.js';
import { visible } from './visible.js';

/** A part that was trusted and is another one now. */
interface Change {
  readonly path: string;
  readonly how: string;
  readonly texts?: readonly { readonly name: string; readonly before: string; readonly after: string }[] | undefined;
}

/** The differences part by part, with the lines if they are known. */
export function changesText(changes: readonly Change[], { paint }: { readonly paint: Paint }): string {
  return changes
    .flatMap(({ path, how, texts = [] }) => [`${visible(path)}  (${how})`, ...texts.flatMap((one) => diffOf(one, paint))])
    .join('\n');
}

function diffOf({ name, before, after }: NonNullable<Change['texts']>[number], paint: Paint): readonly string[] {
  return [...(name === '' ? [] : [`  ${visible(name)}`]), ...changeLines({ before, after }, { paint })];
}
