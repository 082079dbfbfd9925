import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Unavailable } from '#platform/kernel';
import { type Health, HealthChecks } from '#platform/observability';
import { RELEASE, type Release } from '#platform/runtime';
import { Endpoint } from '../endpoint/endpoint.js';
import { Problems } from '../endpoint/problems.js';
import { Beyond } from '../fields/beyond.js';
import { NULLABLE, Shown } from '../fields/shown.js';
import { Public } from '../gate/requires.js';

class Released implements Release {
  @Shown(String, 'The version of what runs', '1.2.3') version!: string;
  @Shown(
    String,
    'The commit that it was built from; null where that is not known',
    '1eb9b7e0b3f4c5d6e7f8091a2b3c4d5e6f708192',
    NULLABLE,
  )
  commit!: string | null;
}

class Liveness extends Released {
  @Shown(String, 'The process is running', 'ok', { enum: ['ok'] }) status!: 'ok';
}

class Readiness extends Released implements Health {
  @Shown(String, '`degraded`: it serves, though something fails that it can do without', 'ok', { enum: ['ok', 'degraded'] })
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
    return { status: 'ok', ...RELEASE };
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
    if (status !== 'failed') return { status, checks, ...RELEASE };
    const failed = Object.keys(checks).filter((name) => checks[name] === 'failed');
    const detail = failed.length > 0 ? `Not working: ${failed.join(', ')}.` : 'Shutting down.';
    throw new Unavailable('not_ready', detail);
  }
}
