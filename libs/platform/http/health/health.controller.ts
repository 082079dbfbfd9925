import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { DomainError } from '#platform/kernel';
import { Public } from '../gate/requires.js';
import { Beyond } from '../openapi/beyond.js';
import { Answer, Problems } from '../openapi/decorators.js';
import { HealthChecks } from './health-checks.js';

class Liveness {
  @ApiProperty({ type: String, enum: ['ok'], description: 'The process serves', example: 'ok' }) status!: 'ok';
}

class Readiness extends Liveness {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', enum: ['ok'] },
    description: 'What was looked at',
    example: { database: 'ok' },
  })
  checks!: Record<string, 'ok' | 'failed'>;
}

/** Whether the process serves, and whether all it needs works (decisions.md, section 8). */
@Beyond()
@Public()
@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(private readonly checks: HealthChecks) {}

  @Get('live')
  @ApiOperation({ operationId: 'checkLiveness', summary: 'Whether the process serves' })
  @Answer(Liveness)
  live(): Liveness {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({ operationId: 'checkReadiness', summary: 'Whether all the service needs works' })
  @Answer(Readiness)
  @Problems('unavailable')
  async ready(): Promise<Readiness> {
    const checks = await this.checks.run();
    const failed = Object.keys(checks).filter((name) => checks[name] === 'failed');
    if (failed.length > 0) throw new DomainError('unavailable', 'unavailable', `Not working: ${failed.join(', ')}.`);
    return { status: 'ok', checks };
  }
}
