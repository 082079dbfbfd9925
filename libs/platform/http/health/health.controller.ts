import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { type Health, HealthChecks } from '#platform/health';
import { Unavailable } from '#platform/kernel';
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
  @Endpoint('checkLiveness', 'Whether the process is running', { answers: Liveness })
  live(): Liveness {
    return { status: 'ok' };
  }

  @Get('ready')
  @Endpoint('checkReadiness', 'Whether the service can serve', { answers: Readiness })
  @Problems('unavailable')
  async ready(): Promise<Readiness> {
    const { status, checks } = await this.checks.run();
    if (status !== 'failed') return { status, checks };
    const failed = Object.keys(checks).filter((name) => checks[name] === 'failed');
    const detail = failed.length > 0 ? `Not working: ${failed.join(', ')}.` : 'Shutting down.';
    throw new Unavailable('not_ready', detail);
  }
}
