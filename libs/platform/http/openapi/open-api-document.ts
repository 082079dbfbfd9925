import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ContextApis } from '../context-api/context-apis.js';
import { addBodyExamples } from './body-examples.js';
import { addBounds } from './bounds.js';
import { closeRequests } from './closed-requests.js';
import { completeOperation, type Operation } from './complete-operation.js';
import { toJsonSchema } from './json-schema.js';
import { ProblemDocument } from './problem-document.js';
import { problemExamples } from './problem-responses.js';
import { webhooksSection } from './webhooks-section.js';

const DESCRIPTION = [
  'Records belongings that guests leave behind at establishments and supports returning them.',
  'The [guides](/docs/guides) lead from nothing to a verified webhook; they say how to authenticate, page, retry and follow changes.',
  'Every error is a problem document (RFC 9457) with a stable `code`; each operation says which ones it has, and what to do about ' +
    'them. Operations, parameters and fields with `x-extension: true` extend the specification; whole operations are also tagged ' +
    '*Beyond v2*.',
  "Every response has `X-Request-Id`, the caller's if it sent a valid one. Unknown fields and query parameters are rejected. Text is " +
    'trimmed, lengths are in characters. Sending null for a nullable field clears it.',
].join('\n\n');

const TOKENS =
  'API token (`lf_…`) or access token of a user: a JWT that the service made for itself and judges by RFC8725 (one algorithm, ' +
  'kind and issuer)';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** The OpenAPI 3.1 document of all routes, with the problems that all routes share. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const apis = app.get(ContextApis);
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Lost-and-Found Service API')
    .setDescription(DESCRIPTION)
    .setVersion('2')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'The server that this document was loaded from, in production or on a local machine')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: TOKENS }, 'bearer')
    .addSecurityRequirements('bearer');
  for (const { name, description } of apis.tags) config.addTag(name, description);
  const document = SwaggerModule.createDocument(app, config.build(), {
    extraModels: [ProblemDocument, ...Object.values(apis.webhooks).map(({ payload }) => payload)],
    autoTagControllers: false,
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  for (const server of document.servers ?? []) Object.assign(server, { 'x-internal': false });
  // DocumentBuilder adds an empty contact.
  delete (document.info as { contact?: object }).contact;
  for (const [name, path] of Object.entries(document.paths)) {
    for (const method of METHODS) if (path[method]) completeOperation(path[method] as Operation, method, name, apis);
  }
  closeRequests(document);
  Object.assign(document.components ?? {}, { examples: usedOf(problemExamples(apis.problems), document) });
  Object.assign(document, { webhooks: webhooksSection(apis.webhooks) });
  const made = toJsonSchema(document);
  addBodyExamples(made);
  addBounds(made);
  return made;
}

function usedOf(examples: object, document: OpenAPIObject): object {
  const text = JSON.stringify(document.paths);
  return Object.fromEntries(Object.entries(examples).filter(([name]) => text.includes(`"#/components/examples/${name}"`)));
}
