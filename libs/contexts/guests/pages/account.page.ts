import { html } from '@remix-run/html-template';
import { type FormState, problemSummary, textField } from './form.js';
import { type Frame, layout } from './layout.js';

/** The page where a user confirms that an address is the user's own. */
export function verifyPage(frame: Frame, user: { username: string; email: string }): string {
  const { words, path, query } = frame;
  const { title, intro, submit } = words.account.verify;
  const main = html`<h1>${title}</h1>
<p class="lead">${intro(user)}</p>
<form method="post" action="${path}${query}"><button>${submit}</button></form>`;
  return layout(frame, title, main);
}

/** The page where a user sets the password. The words that were typed are never written into it. */
export function passwordPage(frame: Frame, { problems }: FormState, username: string): string {
  const { words, path, query } = frame;
  const { account } = words;
  const state = { filled: {}, problems };
  const texts = { label: account.password, hint: account.hint };
  const main = html`<h1>${account.title}</h1>
<p class="lead">${account.intro({ username })}</p>
${problemSummary(words, state, account)}
<form method="post" action="${path}${query}" novalidate>
${textField(words, state, { name: 'password', ...texts, type: 'password', autocomplete: 'new-password', required: true })}
<button>${account.submit}</button>
</form>`;
  return layout(frame, account.title, main, { wrong: problems.size > 0 });
}
