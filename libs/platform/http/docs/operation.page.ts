import type { OpenAPIObject } from '@nestjs/swagger';
import { html, type SafeHtml } from '@remix-run/html-template';
import type { Schema } from '../openapi/schema.js';
import { DOCS, docsPage } from './layout.js';
import { markdown, markdownLine } from './markdown.js';
import { type Answer, type Described, type Media, mainTag, schemaOf } from './operations.js';

/** How deep the fields of nested records are listed. */
const DEPTH = 3;

/**
 * Everything about one operation: what it does, what it takes, what it answers, with examples. A webhook, which has no tag, is one that the
 * reader answers.
 */
export function operationPage(operation: Described, document: OpenAPIObject): string {
  const { method, path, operationId, summary, description = '', tags, parameters = [], requestBody, responses } = operation;
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const place = tags.length > 0 && `${encodeURIComponent(mainTag(tags))}/${operationId}`;
  const heading = html`<h2>Body <span class="note">${type}</span></h2>`;
  return docsPage({
    title: `${summary} – ${document.info.title}`,
    description: `${method} ${path}: ${summary}.`,
    main: html`<h1>${summary}</h1>
<p class="path"><b>${method}</b> ${path}</p>
${markdown(description)}
${place ? html`<p><a href="${DOCS}/swagger#/${place}">Try it in Swagger UI</a></p>` : ''}
${parameters.length > 0 ? html`<h2>Parameters</h2><dl class="facts">${parameters.map(parameterFact)}</dl>` : ''}
${body ? html`${heading}${examplesOf(body)}<dl class="facts">${fieldsOf(document, body.schema)}</dl>` : ''}
<h2>Answers</h2>
<dl class="facts">${Object.entries(responses).map(([status, answer]) => answerFact(status, answer, document))}</dl>`,
  });
}

function parameterFact({ name, in: place, required = false, description = '', schema = {} }: Parameter): SafeHtml {
  return fact(name, `${place}, ${typeOf(schema)}`, required, description);
}

type Parameter = NonNullable<Described['parameters']>[number];

function fact(name: string, type: string, required: boolean, description: string): SafeHtml {
  const note = html`<span class="note">${type}${required ? ', required' : ''}</span>`;
  return html`<div><dt><code>${name}</code> ${note}</dt><dd>${markdownLine(description)}</dd></div>`;
}

/** The fields of a schema, those of nested records by their paths. */
function fieldsOf(document: OpenAPIObject, schema: Schema | undefined, before = '', depth = 0): SafeHtml[] {
  const { properties = {}, required = [] } = schemaOf(document, schema);
  return Object.entries(properties).flatMap(([name, field]) => {
    const inner = schemaOf(document, field);
    const path = `${before}${name}`;
    const own = fact(path, typeOf(inner), required.includes(name), field.description ?? inner.description ?? '');
    const element = schemaOf(document, inner.items);
    if (depth >= DEPTH) return [own];
    return [own, ...fieldsOf(document, inner, `${path}.`, depth + 1), ...fieldsOf(document, element, `${path}.0.`, depth + 1)];
  });
}

function typeOf(schema: Schema): string {
  const type = schema.properties ? 'object' : [schema.type ?? 'value'].flat().join(' or ');
  const { minLength, maxLength, minimum, maximum, maxItems, format } = schema;
  const bounds = [
    format,
    minLength !== undefined && `at least ${minLength}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `up to ${maximum}`,
    maxItems !== undefined && `at most ${maxItems} elements`,
    schema.enum && schema.enum.length <= 12 && `one of ${schema.enum.join(', ')}`,
  ];
  return [type, ...bounds.filter(Boolean)].join(', ');
}

function examplesOf({ examples = {} }: Media): SafeHtml[] {
  return Object.values(examples).flatMap(({ summary, value }) =>
    value === undefined ? [] : [exampleOf(summary ?? 'Example', value)],
  );
}

function exampleOf(name: string, value: unknown): SafeHtml {
  return html`<p>${name}</p><pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;
}

function answerFact(status: string, answer: Answer, document: OpenAPIObject): SafeHtml {
  const headers = Object.entries(answer.headers ?? {});
  const [record] = Object.values(answer.content ?? {});
  const fields = Number(status) < 300 && record ? fieldsOf(document, rowOf(record.schema)) : [];
  return html`<div><dt><b>${status}</b></dt><dd>${markdown(answer.description)}
${headers.map(([name, { description = '' }]) => html`<p><code>${name}</code> <span class="note">${markdownLine(description)}</span></p>`)}
${fields.length > 0 ? html`<details><summary>The record</summary><dl class="facts">${fields}</dl></details>` : ''}</dd></div>`;
}

/** The record that a list is made of. */
function rowOf(schema: Schema | undefined): Schema | undefined {
  return schema?.type === 'array' ? schema.items : schema;
}
