import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ProblemDocument } from './problem-document.js';
import { mergeResponses, type ProblemResponse, problemResponses } from './problem-responses.js';

const DESCRIPTION = `Records belongings that guests leave behind at establishments and supports returning them.

Every error is a problem document (RFC 9457) with a stable \`code\`. Operations tagged *Beyond v2* extend the specified interface.`;

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & Record<string, unknown>;

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** The OpenAPI document of all routes, with the refusals that every route shares. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Lost-and-Found Service API')
    .setDescription(DESCRIPTION)
    .setVersion('2')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'API token (`lf_…`) or user access token' }, 'bearer')
    .addSecurityRequirements('bearer')
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    extraModels: [ProblemDocument],
    autoTagControllers: false,
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) if (path[method]) completeOperation(path[method] as Operation);
  }
  return document;
}

/** Swagger UI at `/docs`, the document at `/openapi.json` (decisions.md, section 8); both need no token. Call before listening. */
export function serveOpenApi(app: INestApplication, document: OpenAPIObject): void {
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Lost-and-Found Service API',
    swaggerOptions: { persistAuthorization: true, displayRequestDuration: true },
  });
}

function completeOperation(operation: Operation): void {
  const open = operation['x-public'] === true;
  if (open) {
    operation.security = [];
    delete operation['x-public'];
  }
  const parameters = (operation.parameters ?? []) as { in?: string }[];
  const body = operation.requestBody !== undefined;
  const codes = [
    ...(open ? [] : ['unauthenticated', 'forbidden', 'rate_limited']),
    ...(parameters.some((parameter) => parameter.in === 'path') ? ['not_found'] : []),
    'validation_failed',
    ...(body ? ['malformed_json', 'payload_too_large', 'unsupported_media_type'] : []),
    'not_acceptable',
    'internal_error',
    'unavailable',
  ];
  const responses = operation.responses as Record<string, ProblemResponse>;
  for (const [status, response] of Object.entries(problemResponses(codes))) {
    responses[status] = mergeResponses(responses[status], response);
  }
}
