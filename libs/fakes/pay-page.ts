import type { Answer } from './call.js';

/** A payment that a hosted page asks for. */
export interface Asked {
  what: string;
  amount: string;
  currency: string;
  /** Where its buttons post to. */
  action: string;
  /** Where *Cancel* leads. */
  cancelUrl: string;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The page of a provider of payments, as a guest sees it in a browser: *Pay* pays, without a card. */
export function payPage({ what, amount, currency, action, cancelUrl }: Asked): Answer {
  return {
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Payment</title>
<style>body{font:18px system-ui;max-width:24em;margin:3em auto;padding:0 1em}
button{font:inherit;padding:.6em 2em}</style>
<h1>${escaped(what)}</h1><p>${escaped(amount)} ${escaped(currency)}</p>
<form method="post" action="${escaped(action)}"><button>Pay</button></form>
<p><a href="${escaped(cancelUrl)}">Cancel</a></p>`,
  };
}

/** A payment that has ended: nobody can pay it. */
export function endedPage(): Answer {
  return {
    status: 410,
    body: '<!doctype html><html lang="en"><meta charset="utf-8"><title>Payment</title><p>This payment has ended.</p>',
  };
}
