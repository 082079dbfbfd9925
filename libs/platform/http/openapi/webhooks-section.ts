import { getSchemaPath } from '@nestjs/swagger';
import type { WebhookDocument } from '../context-api/context-api.js';

const VERIFYING =
  'Signed as https://www.standardwebhooks.com describes (1.0.0): `webhook-signature` holds one or more `v1,<signature>` separated by ' +
  'spaces, each the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with a secret (`whsec_…`, base64 behind ' +
  'the prefix). The published libraries of the standard verify it; refuse what they refuse. Answer 2xx within 15 seconds. A delivery ' +
  'may come more than once with the same `webhook-id` and body, and in any order.';

const header = (name: string, description: string, maxLength: number, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', maxLength },
  example,
});

const PARAMETERS = [
  header('webhook-id', 'ID of the event, the same for every delivery of it.', 64, '019aa3c5-7e80-7000-8000-2f6d1c0b9a47'),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.', 20, '1795226700'),
  header('webhook-signature', 'The signatures.', 400, 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='),
];

/** The `webhooks` of the OpenAPI 3.1 document: what is sent, how it is signed, and what the receiver answers. */
export function webhooksSection(webhooks: Readonly<Record<string, WebhookDocument>>): object {
  const sections = Object.entries(webhooks).map(([name, { summary, description, payload, example }]) => [
    name,
    {
      post: {
        operationId: `receive${payload.name}`,
        summary,
        description: `${description}\n\n${VERIFYING}`,
        security: [],
        'x-extension': true,
        parameters: PARAMETERS,
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: getSchemaPath(payload) },
              examples: { sent: { summary: 'As it is sent', value: example } },
            },
          },
        },
        responses: {
          '2XX': { description: 'Received. The body is kept for you to look at, up to 16 KiB.' },
          410: { description: 'Nothing more is sent: this kind, or this endpoint, is disabled at once.' },
          default: { description: 'Tried again, as the guide on webhooks says; `Retry-After` is honoured.' },
        },
      },
    },
  ]);
  return Object.fromEntries(sections);
}
