import { Controller, Get, Query } from '@nestjs/common';
import { Beyond, CurrentCaller, Endpoint, Requires } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { WorkList } from '../work-list.js';
import { TaskList, TasksQuery } from './task.records.js';

/** Work waiting at the desk (decisions.md, section 13, Work list). */
@Beyond()
@Controller('api/v2/desk/tasks')
export class TasksController {
  constructor(private readonly work: WorkList) {}

  @Get()
  @Requires('items.read')
  @Endpoint('listDeskTasks', 'List what is to be done', {
    description:
      'Returns what waits for staff in the Locations that the caller has access to, kind by kind and always in the same order, each with ' +
      'its number and the records that have waited longest.',
    answers: TaskList,
  })
  async list(@CurrentCaller() caller: Caller, @Query() { locationID }: TasksQuery) {
    return { tasks: await this.work.of(caller, locationID) };
  }
}
