import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { HealthChecks } from '#platform/health';
import { Unavailable } from '#platform/kernel';
import { Endpoint } from '../endpoint/endpoint.js';
import { Beyond } from '../fields/beyond.js';
import { Public } from '../gate/requires.js';
import { Problems } from '../openapi/problems.js';

class Liveness {
  @ApiProperty({ type: String, enum: ['ok'], description: 'The process is running', example: 'ok' }) status!: 'ok';
}

class Readiness extends Liveness {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', enum: ['ok'] },
    description: 'The result of each check',
    example: { database: 'ok' },
  })
  checks!: Record<string, 'ok' | 'failed'>;
}

/** Whether the process runs, and whether everything that it needs works (decisions.md, section 8). */
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
  @Endpoint('checkReadiness', 'Whether everything that the service needs works', { answers: Readiness })
  @Problems('unavailable')
  async ready(): Promise<Readiness> {
    const { isReady, checks } = await this.checks.run();
    if (isReady) return { status: 'ok', checks };
    const failed = Object.keys(checks).filter((name) => checks[name] === 'failed');
    const detail = failed.length > 0 ? `Not working: ${failed.join(', ')}.` : 'Shutting down.';
    throw new Unavailable('not_ready', detail);
  }
}
