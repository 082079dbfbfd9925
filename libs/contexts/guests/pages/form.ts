import { html, type SafeHtml } from '@remix-run/html-template';
import type { Words } from '#contexts/texts';

/** A submitted form: one text per field, or several for a field with several values. */
export type Filled = Record<string, string | string[] | undefined>;

/** Error texts by field, in the visitor's language. */
export type Problems = Map<string, string>;

/** The state of a form: empty, or as submitted with its errors. */
export interface FormState {
  filled: Filled;
  problems: Problems;
}

export const EMPTY_FORM: FormState = { filled: {}, problems: new Map() };

interface Field {
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
}

/** The text of a field, or an empty one. */
export function textOf(filled: Filled, name: string): string {
  const value = filled[name];
  return typeof value === 'string' ? value : '';
}

/** The values of a field with several boxes to tick. */
export function listOf(filled: Filled, name: string): string[] {
  const value = filled[name];
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

/** The summary of errors at the top, each with a link to its field. @param labels labels of the fields */
export function problemSummary(words: Words, { problems }: FormState, labels: Record<string, unknown>): SafeHtml {
  if (problems.size === 0) return html``;
  const links = [...problems].map(([name, problem]) => {
    const label = labels[name];
    return html`<li><a href="#${name}">${typeof label === 'string' ? html`<strong>${label}</strong><br>` : ''}${problem}</a></li>`;
  });
  return html`<div class="problems" role="alert" tabindex="-1" autofocus><p>${words.problems.summary}</p><ul>${links}</ul></div>`;
}

/** A labelled text field. `type` and `autocomplete` select the right keyboard and autofill on phones. */
export function textField(
  words: Words,
  state: FormState,
  field: Field & { type?: string; autocomplete?: string; lines?: number; most?: number },
): SafeHtml {
  const { name, type = 'text', autocomplete = 'off', lines, required = false, most: longest = 255 } = field;
  const value = textOf(state.filled, name);
  const about = attributes(state, field);
  const must = required ? html` required` : '';
  const most = type === 'date' ? '' : html` maxlength="${longest}"`;
  const control = lines
    ? html`<textarea id="${name}" name="${name}" rows="${lines}" maxlength="${longest}"${must}${about}>${value}</textarea>`
    : html`<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${most}${must}${about}>`;
  return html`<div class="field">${labelOf(words, field)}${control}${problemOf(state, name)}</div>`;
}

/** A labelled choice of a file. Browsers take none from a page, so it is always empty. @param field `accept`: media types */
export function fileField(words: Words, state: FormState, field: Field & { accept: string }): SafeHtml {
  const { name, accept } = field;
  const control = html`<input id="${name}" name="${name}" type="file" accept="${accept}"${attributes(state, field)}>`;
  return html`<div class="field">${labelOf(words, field)}${control}${problemOf(state, name)}</div>`;
}

export interface Option {
  value: string;
  label: string;
}

/** A labelled drop-down list; its first option is empty. */
export function selectField(
  words: Words,
  state: FormState,
  field: Field & { options: Option[]; autocomplete?: string; group?: string },
): SafeHtml {
  const { name, options, autocomplete = 'off', required = false, group } = field;
  let chosen: string | null = textOf(state.filled, name);
  const rows = options.map(({ value, label }) => {
    if (value !== chosen) return html`<option value="${value}">${label}</option>`;
    chosen = null;
    return html`<option value="${value}" selected>${label}</option>`;
  });
  const about = html`${required ? html` required` : ''}${attributes(state, field)}`;
  const all = html`<option value="">${words.address.choose}</option>${rows}`;
  const control = html`<select id="${name}" name="${name}" autocomplete="${autocomplete}"${about}>${all}</select>`;
  return html`<div class="field${group ? ` ${group}` : ''}">${labelOf(words, field)}${control}${problemOf(state, name)}</div>`;
}

/** Checkboxes shown as large chips, each with a sample in front. */
export function chips(words: Words, state: FormState, field: Field & { options: (Option & { sample: string })[] }): SafeHtml {
  const chosen = listOf(state.filled, field.name);
  const boxes = field.options.map(({ value, label, sample }) => {
    const tick = chosen.includes(value) ? html` checked` : '';
    const box = html`<input type="checkbox" name="${field.name}" value="${value}"${tick}>`;
    return html`<label class="chip">${box}<span class="sample ${sample}" aria-hidden="true"></span>${label}</label>`;
  });
  const title = html`${field.label} <span class="optional">(${words.optional})</span>`;
  return html`<fieldset class="field" id="${field.name}"><legend>${title}</legend><div class="chips">${boxes}</div></fieldset>`;
}

function labelOf(words: Words, { name, label, hint, required }: Field): SafeHtml {
  const note = required ? '' : html` <span class="optional">(${words.optional})</span>`;
  return html`<label for="${name}">${label}${note}</label>${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}`;
}

function attributes({ problems }: FormState, { name, hint }: Field): SafeHtml {
  const wrong = problems.has(name);
  const described = [...(hint ? [`${name}-hint`] : []), ...(wrong ? [`${name}-problem`] : [])].join(' ');
  return html`${described ? html` aria-describedby="${described}"` : ''}${wrong ? html` aria-invalid="true"` : ''}`;
}

function problemOf({ problems }: FormState, name: string): SafeHtml {
  const problem = problems.get(name);
  return problem === undefined ? html`` : html`<p class="problem" id="${name}-problem">${problem}</p>`;
}
