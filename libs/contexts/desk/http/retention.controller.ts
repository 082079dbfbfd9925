import { Body, Controller, Get, Put } from '@nestjs/common';
import { Groups } from '#contexts/groups';
import { Beyond, CurrentCaller, Endpoint, Integer, NULLABLE, Requires, Shown } from '#platform/http';
import type { Caller } from '#platform/kernel';

const DAYS = 'How many days after its end an item or Request keeps personal data';

class RetentionRequest {
  @Integer({ required: true, nullable: true, min: 1, max: 3650, example: 365, description: `${DAYS}; null: for ever` })
  days!: number | null;
}

/** How long the Group keeps personal data. */
class RetentionRecord {
  @Shown('integer', `${DAYS}; null: for ever`, 365, NULLABLE) days!: number | null;
}

/** How long personal data is kept, for those who answer for the Group: a new one keeps it for ever until somebody decides. */
@Beyond()
@Requires('retention.decide')
@Controller('api/v2/desk/retention')
export class RetentionController {
  constructor(private readonly groups: Groups) {}

  @Get()
  @Endpoint('getRetention', 'Get how long personal data is kept', {
    description: 'Returns the days of the Group; Categories may have others, which the command line sets.',
    answers: RetentionRecord,
  })
  async one(@CurrentCaller() { group }: Caller): Promise<RetentionRecord> {
    return { days: (await this.groups.byID(group.id)).retention_days };
  }

  @Put()
  @Endpoint('setRetention', 'Set how long personal data is kept', {
    description:
      'From then on the personal data of items and Requests is erased so many days after their end, also of those that ended before. ' +
      'What is on hold stays. It is not brought back by another number of days.',
    answers: RetentionRecord,
  })
  async set(@CurrentCaller() caller: Caller, @Body() { days }: RetentionRequest): Promise<RetentionRecord> {
    await this.groups.setRetentionDays(caller.group.code, days, caller);
    return { days };
  }
}
