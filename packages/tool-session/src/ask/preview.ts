import type { UserQuestion } from '@loadout/core';
import type { PreviewFormat } from '../options.js';

/** The description of a preview, by its format. */
export const PREVIEWS: Readonly<Record<PreviewFormat, string>> = {
  markdown: 'Text to compare it by, such as code',
  html: 'A fragment of HTML to compare it by, such as a mock-up: no html, body, script or style element; style attributes are fine',
};

const PAGE = /<\s*(?:!doctype|html|head|body|script|style)\b/i;
const ELEMENT = /<[a-z][^>]*>/i;

/** Checks previews for a host that shows them as HTML. Returns a sentence for the model. */
export function previewProblem(questions: readonly Pick<UserQuestion, 'options'>[], format: PreviewFormat): string | undefined {
  if (format !== 'html') return undefined;
  const previews = questions.flatMap(({ options }) => options.flatMap(({ preview }) => (preview === undefined ? [] : [preview])));
  const wrong = previews.find((preview) => PAGE.test(preview) || !ELEMENT.test(preview));
  return wrong === undefined
    ? undefined
    : `A preview is a fragment of HTML without html, body, script and style elements, such as <div>…</div>, not ${JSON.stringify(wrong.slice(0, 80))}.`;
}
