import { html, type SafeHtml } from '@remix-run/html-template';
import MarkdownIt from 'markdown-it';

/** Without HTML of its own, and only with links that run nothing: what is written is what is read. */
const renderer = new MarkdownIt({ html: false, linkify: false });

/** Long lines of code are scrolled by keyboard too. */
renderer.renderer.rules.fence = (tokens, index) => {
  return `<pre tabindex="0"><code>${renderer.utils.escapeHtml(tokens[index]!.content)}</code></pre>\n`;
};
renderer.renderer.rules.table_open = () => '<table tabindex="0">\n';

/** Markdown as HTML. HTML in it is shown as text. */
export function markdown(text: string): SafeHtml {
  return html.raw`${renderer.render(text)}`;
}

/** One line of Markdown as HTML, without a paragraph around it. */
export function markdownLine(text: string): SafeHtml {
  return html.raw`${renderer.renderInline(text)}`;
}
