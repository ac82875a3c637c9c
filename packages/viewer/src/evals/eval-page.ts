import { escaped, staticPage } from '../static-page/static-page.js';
import type { EvalCell, EvalResults } from './read-eval.js';

/** The cases that a page shows. A browser is slow with more. */
const MOST_CASES = 2000;

const STYLE = `table{border-collapse:collapse}th,td{border:1px solid color-mix(in srgb,CanvasText 20%,Canvas);padding:.3rem .5rem;text-align:left;vertical-align:top}
thead th{position:sticky;top:0;background:Canvas}
td{min-width:10rem;max-width:40rem}
.passed>summary{color:light-dark(#126e2c,#6fdc8c)}.failed>summary{color:light-dark(#b3261e,#ff8a80)}.error>summary{color:light-dark(#59606e,#a3acba)}`;

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
  const body = `<h1>${text(name)}</h1><p>${cases.size} cases. Open a cell to see the answer.</p>
<table><thead><tr><th scope="col">Case</th>${heads.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table>${more}`;
  return staticPage({ title: options.redact(name), style: STYLE, body });
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
