import { createHash } from 'node:crypto';

const BASE = `:root{color-scheme:light dark;font:14px/1.45 system-ui,sans-serif}
body{margin:1.5rem}h1{font-size:1.2rem}p{color:light-dark(#59606e,#a3acba)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0;max-height:20rem;overflow:auto}
ul{margin:.3rem 0;padding-left:1.2rem}details{margin:.1rem 0}summary{cursor:pointer}
`;

interface StaticPage {
  /** A text. */
  readonly title: string;
  readonly style: string;
  /** HTML, whose texts are escaped. */
  readonly body: string;
}

/** A page without a script, which loads nothing: its policy knows its style by the hash. */
export function staticPage({ title, style: own, body }: StaticPage): string {
  const style = BASE + own;
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${style}</style></head>
<body><main>${body}</main></body></html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text as HTML that shows it. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (found) => ENTITIES[found] ?? '');
