import type { Editor } from '../input/editor.js';
import type { OpenQuestion } from '../questions/open-question.js';
import { cut } from '../text/cut.js';
import type { Block, Line, Picture, Size } from '../text/line.js';

interface Parts {
  readonly live: Block;
  readonly question: OpenQuestion | undefined;
  /** The number of questions behind the open one. */
  readonly others: number;
  readonly picker: { picture(columns: number): Picture } | undefined;
  readonly ahead: Block;
  readonly editor: Editor;
  readonly completion: Block;
  readonly status: Block;
  /** Writes a block above the live region. */
  readonly commit: (block: Block) => void;
}

const PROMPT: Line = [{ text: '› ', styles: ['cyan', 'bold'] }];
/** The rows that a long text leaves for the rest. */
const REST = 8;
/** Questions whose head was too high for the screen, and was written above instead. */
const written = new WeakSet<OpenQuestion>();

/** The live region, from top to bottom: the work, the question or the list, what waits, the editor, the status. */
export function drawn(size: Size, parts: Parts): Picture {
  const { columns } = size;
  const { question, picker, editor } = parts;
  const top: Line[] = [...parts.live(columns)];
  if (picker !== undefined) return below(top, picker.picture(columns), parts.status(columns));
  if (question === undefined) {
    top.push(...parts.ahead(columns));
    const typed = editor.picture(columns, { prompt: PROMPT, most: Math.max(1, size.rows - REST) });
    return below(top, typed, [...parts.completion(columns), ...parts.status(columns)]);
  }
  if (!written.has(question)) top.push(...headOf(question, { size, parts }));
  const more: Line[] = parts.others === 0 ? [] : [cut([{ text: `  ${parts.others} more wait`, styles: ['dim'] }], columns)];
  const ahead = parts.ahead(columns);
  const typed = editor.isEmpty ? [] : editor.picture(columns, { prompt: [{ text: '› ', styles: ['dim'] }], most: 3 }).lines;
  return below(top, question.picture(columns), [...more, ...ahead, ...typed, ...parts.status(columns)]);
}

/** The head of a question. One that does not fit is written above whole: a person must be able to read all of what they decide. */
function headOf(question: OpenQuestion, { size, parts }: { readonly size: Size; readonly parts: Parts }): readonly Line[] {
  const head = question.head(size.columns);
  const answers = question.picture(size.columns).lines.length;
  if (head.length + answers + 3 <= size.rows) return head;
  written.add(question);
  parts.commit(question.head);
  if (answers + 3 > size.rows) parts.commit((columns) => question.picture(columns).lines);
  return [];
}

function below(top: readonly Line[], { lines, cursor }: Picture, bottom: readonly Line[]): Picture {
  const at = cursor === undefined ? undefined : { ...cursor, row: cursor.row + top.length };
  return { lines: [...top, ...lines, ...bottom], cursor: at };
}
