import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DomainError } from '#kernel';
import { Public } from '../access/requires.js';
import { HealthChecks } from './health-checks.js';

/** Whether the process serves, and whether all it needs works (decisions.md, section 8). */
@Public()
@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(private readonly checks: HealthChecks) {}

  @Get('live')
  @ApiOperation({ summary: 'Whether the process serves' })
  @ApiOkResponse({ schema: { example: { status: 'ok' } } })
  live() {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({ summary: 'Whether all the service needs works' })
  @ApiOkResponse({ schema: { example: { status: 'ok', checks: { database: 'ok' } } } })
  async ready() {
    const checks = await this.checks.run();
    const failed = Object.keys(checks).filter((name) => checks[name] === 'failed');
    if (failed.length > 0) throw new DomainError('unavailable', 'unavailable', `Not working: ${failed.join(', ')}.`);
    return { status: 'ok', checks };
  }
}
