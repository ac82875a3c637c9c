import { h } from 'preact';
import type { Recording } from '../data/recording.js';
import { useLoaded } from '../data/use-loaded.js';
import { counted } from '../text/format.js';
import { plainLine } from '../text/shown-text.js';
import { FileDiff } from './file-diff.js';

interface FilesTabProps {
  readonly recording: Recording;
  readonly onSelect: (id: number) => void;
}

/** All files that the session changed. */
export function FilesTab({ recording, onSelect }: FilesTabProps) {
  const loaded = useLoaded(() => recording.files(), [recording]);
  if (loaded.state === 'loading') return h('p', { class: 'quiet' }, 'Loading…');
  if (loaded.state === 'failed') return h('p', { class: 'warning', role: 'alert' }, loaded.reason);
  const changes = loaded.value;
  if (changes === undefined || changes.files.length === 0) return h('p', { class: 'nothing' }, 'No file was changed.');
  const source = changes.source === 'checkpoints' ? "the session's checkpoints" : 'the inputs of calls';
  return h(
    'div',
    { class: 'files' },
    h('h2', null, counted(changes.files.length, 'changed file')),
    h(
      'p',
      { class: 'quiet' },
      `From ${source}.${changes.isPartial ? ' Some changes are missing, such as those of commands.' : ''}`,
    ),
    changes.files.map((file) =>
      h(
        'div',
        { class: 'file' },
        h(FileDiff, { file }),
        file.calls.length === 0
          ? null
          : h(
              'p',
              { class: 'quiet' },
              'Changed by ',
              file.calls.slice(0, 20).map((id) =>
                h(
                  'button',
                  {
                    class: 'link',
                    onClick: () => onSelect(id),
                    'aria-label': `Step ${id}, which changed ${plainLine(file.path)}`,
                  },
                  `step ${id}`,
                ),
              ),
            ),
      ),
    ),
  );
}
