import { Choice, Rule, Text } from '#platform/http';

/** A message to be sent by hand: the one of the status again, or a text. */
@Rule(({ kind, text }: MessageRequest, check) => {
  if (check.wrong('text')) return;
  if (kind === 'text' && (text ?? null) === null) check.refuse('text', 'required', 'Is required.');
  if (kind === 'resend' && (text ?? null) !== null) check.refuse('text', 'not_allowed', 'Is only for the kind text.');
})
export class MessageRequest {
  @Choice(['resend', 'text'], {
    required: true,
    description: '`resend` sends the message that belongs to the status again; `text` sends a text of your own.',
    example: 'resend',
  })
  kind!: 'resend' | 'text';
  @Text({
    min: 1,
    nullable: true,
    max: 1000,
    description: 'What to tell, in plain text; only with `text`. It is kept in the history.',
    // The kind of the example has no text.
    example: null,
  })
  text?: string | null;
}
