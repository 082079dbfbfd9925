import { Choice } from '#platform/http';

const FORMATS = ['errors', 'rows'] as const;

/** How refused rows are told. */
export class ErrorsQuery {
  @Choice(FORMATS, {
    description: '`errors`: a line for each wrong field; `rows`: the refused rows as they came, with a first column `problems`',
    default: 'errors',
    example: 'rows',
  })
  format!: (typeof FORMATS)[number];
}
