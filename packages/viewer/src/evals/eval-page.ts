import { createHash } from 'node:crypto';
import type { EvalCell, EvalResults } from './read-eval.js';

/** The cases that a page shows. A browser is slow with more. */
const MOST_CASES = 2000;

const STYLE = `:root{color-scheme:light dark;font:14px/1.45 system-ui,sans-serif}
body{margin:1.5rem}h1{font-size:1.2rem}p{color:GrayText}
table{border-collapse:collapse}th,td{border:1px solid color-mix(in srgb,CanvasText 20%,Canvas);padding:.3rem .5rem;text-align:left;vertical-align:top}
thead th{position:sticky;top:0;background:Canvas}
td{min-width:10rem;max-width:40rem}
details{margin:.1rem 0}summary{cursor:pointer}
.passed>summary{color:light-dark(#126e2c,#6fdc8c)}.failed>summary{color:light-dark(#b3261e,#ff8a80)}.error>summary{color:GrayText}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0;max-height:20rem;overflow:auto}
ul{margin:.3rem 0;padding-left:1.2rem}`;

/** Runs nothing and loads nothing; the style is known by its hash. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

export interface EvalPageOptions {
  /** The address of a run. Absent: the page stands alone. */
  readonly runOf?: ((cell: EvalCell) => string | undefined) | undefined;
  /** Removes secrets from a text. */
  readonly redact: (text: string) => string;
}

/** The page of an eval: a row for each case, a column for each variant. It has no script, and every text in it is escaped. */
export function evalPage({ name, variants, cases }: EvalResults, options: EvalPageOptions): string {
  const shown = [...cases].slice(0, MOST_CASES);
  const text = (value: string) => escaped(options.redact(value));
  const rows = shown.map(([id, cells]) => {
    const columns = variants.map(
      (variant) =>
        `<td>${cells
          .filter((cell) => cell.variant === variant)
          .map((cell) => cellHtml(cell, { ...options, text }))
          .join('')}</td>`,
    );
    return `<tr><th scope="row">${text(id)}</th>${columns.join('')}</tr>`;
  });
  const heads = variants.map((variant) => `<th scope="col">${text(variant)}<br>${text(sumText(variant, cases))}</th>`);
  const left = cases.size - shown.length;
  const more = left > 0 ? `<p>${left} more cases are in the file.</p>` : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width"><title>${text(name)}</title><style>${STYLE}</style></head>
<body><h1>${text(name)}</h1><p>${cases.size} cases. Open a cell to see the answer.</p>
<table><thead><tr><th scope="col">Case</th>${heads.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table>${more}</body></html>
`;
}

function sumText(variant: string, cases: EvalResults['cases']): string {
  const own = [...cases.values()].flat().filter((cell) => cell.variant === variant && cell.state !== 'error');
  return `${own.filter(({ state }) => state === 'passed').length}/${own.length} passed`;
}

interface CellOptions extends EvalPageOptions {
  readonly text: (value: string) => string;
}

function cellHtml(cell: EvalCell, { text, runOf }: CellOptions): string {
  const { state, repeat, scores, usd, ms, why } = cell;
  const kind = state === 'passed' || state === 'failed' ? state : 'error';
  const word = { passed: 'passed', failed: 'failed', error: 'not run' }[kind];
  const numbers = Object.entries(scores).map(
    ([name, score]) => `${name} ${typeof score === 'number' ? score.toFixed(2) : 'no score'}`,
  );
  const facts = [...numbers, usd === null ? '' : `$${usd.toPrecision(2)}`, `${(ms / 1000).toFixed(1)} s`].filter(
    (part) => part !== '',
  );
  const address = runOf?.(cell);
  return [
    `<details class="${kind}"><summary>${word}${repeat > 1 ? ` (run ${repeat})` : ''} · ${text(facts.join(' · '))}</summary>`,
    `<pre>${text(cell.text)}</pre>`,
    why.length === 0 ? '' : `<ul>${why.map((one) => `<li>${text(one)}</li>`).join('')}</ul>`,
    address === undefined ? '' : `<a href="${escaped(address)}">Open the run</a>`,
    '</details>',
  ].join('');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (found) => ENTITIES[found] ?? '');
