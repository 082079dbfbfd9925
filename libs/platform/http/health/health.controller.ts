import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Unavailable } from '#platform/kernel';
import { type Health, HealthChecks } from '#platform/observability';
import { Endpoint } from '../endpoint/endpoint.js';
import { Beyond } from '../fields/beyond.js';
import { Public } from '../gate/requires.js';
import { Problems } from '../openapi/problems.js';

class Liveness {
  @ApiProperty({ type: String, enum: ['ok'], description: 'The process is running', example: 'ok' }) status!: 'ok';
}

class Readiness implements Health {
  @ApiProperty({
    type: String,
    enum: ['ok', 'degraded'],
    description: '`degraded`: it serves, though something fails that it can do without',
    example: 'ok',
  })
  status!: Health['status'];

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', enum: ['ok', 'degraded'] },
    description: 'The result of each check',
    example: { database: 'ok', queue: 'ok' },
  })
  checks!: Health['checks'];
}

/** Whether the process runs, and whether everything works that it can't serve without (decisions.md, section 8). */
@Beyond()
@Public()
@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(private readonly checks: HealthChecks) {}

  @Get('live')
  @Endpoint('checkLiveness', 'Whether the process is running', {
    description:
      'Answers 200 as soon as the process serves HTTP, whatever else works. For who supervises it: a process that does ' +
      'not answer should be started again.',
    answers: Liveness,
  })
  live(): Liveness {
    return { status: 'ok' };
  }

  @Get('ready')
  @Endpoint('checkReadiness', 'Whether the service can serve', {
    description:
      'Answers 200 with the name and result of each check while calls can be answered; `status` says whether all of it works. 503 when ' +
      'what every call needs does not work, or while the service stops: send nothing here until it is 200 again.',
    answers: Readiness,
  })
  @Problems('unavailable')
  async ready(): Promise<Readiness> {
    const { status, checks } = await this.checks.run();
    if (status !== 'failed') return { status, checks };
    const failed = Object.keys(checks).filter((name) => checks[name] === 'failed');
    const detail = failed.length > 0 ? `Not working: ${failed.join(', ')}.` : 'Shutting down.';
    throw new Unavailable('not_ready', detail);
  }
}
