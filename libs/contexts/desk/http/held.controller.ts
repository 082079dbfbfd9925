import { Controller, Get } from '@nestjs/common';
import { HeldMessages } from '#contexts/messages';
import { Beyond, CurrentCaller, Endpoint, NULLABLE, Requires, Shown } from '#platform/http';
import { type Caller, recordTimestamp } from '#platform/kernel';

/** Messages that nothing is there to send with, or nothing that works. */
class HeldMessagesRecord {
  @Shown('integer', 'How many messages wait; counted up to 10,000', 12) count!: number;
  @Shown(String, 'Since when the first of them waits; null where none does', '2026-11-21 02:05:00.000', NULLABLE)
  oldest!: string | null;
  @Shown(
    'integer',
    'How many others wait, as the mail server or SMS gateway could not be reached, or refused the service, at the last try',
    0,
  )
  unreachable!: number;
}

/** The settings that are missing for guests to be written to, for callers who can have them set up. */
@Beyond()
@Controller('api/v2/desk/held-messages')
export class HeldMessagesController {
  constructor(private readonly messages: HeldMessages) {}

  @Get()
  @Requires('webhooks.read')
  @Endpoint('countHeldMessages', 'Count the messages that can’t be sent', {
    description:
      'Returns how many messages to guests and owners wait in the Locations that the caller has access to, as the service has no mail ' +
      'server, or no SMS gateway for those who left nothing but a phone number. Each is dropped after 14 days. Those that wait for one ' +
      'that does not work are tried again.',
    answers: HeldMessagesRecord,
  })
  async count(@CurrentCaller() { group, scope }: Caller): Promise<HeldMessagesRecord> {
    const { count, oldest, unreachable } = await this.messages.of(group.id, scope.all ? null : scope.locationIDs);
    return { count, oldest: oldest === null ? null : recordTimestamp(oldest), unreachable };
  }
}
